import type { ImportFacts } from '../../../kit/sheets/import-facts.ts'

/** How a list of contracts is read, with a row for each covered device. */
export const contractImport: ImportFacts = {
  same: [['contractNo']],
  maxRows: 20_000,
  codes: ['contractNo'],
  note: 'remark',
  prefixes: ['合同', '维保'],
  aliases: {
    contractNo: ['合同编号', '编号', 'contract no', 'contract number'],
    contractName: ['合同标题', '项目名称', '名称', 'contract', 'contract name', 'title'],
    supplier: ['服务商', '供应商', '维保单位', '维保公司', '乙方', 'provider', 'supplier', 'vendor'],
    contractKind: ['保修类型', '维保类型', '维保方式', '类型', 'kind', 'type'],
    validFrom: ['起始日期', '生效日期', '合同开始', '开始', 'from', 'start', 'start date'],
    validUntil: ['到期日期', '结束日期', '合同结束', '有效期至', 'until', 'end', 'end date', 'expires'],
    price: ['金额', '总价', '合同总价', 'price', 'amount'],
    responseHours: ['响应时间', '响应时限', 'response', 'response hours'],
    arrivalHours: ['到场时间', '到达时间', 'arrival'],
    visitsAYear: ['巡检次数', '保养次数', 'visits'],
  },
}
