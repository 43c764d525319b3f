import type { ImportFacts } from '../../kit/sheets/import-facts.ts'

/** How lists of a billing system are read into the income of devices. */
export const deviceIncomeImport: ImportFacts = {
  same: [['device', 'month']],
  maxRows: 50_000,
  note: 'remark',
  prefixes: ['设备', '资产', 'device', 'asset'],
  aliases: {
    device: ['设备', '设备编号', '资产编号', '资产编码', '卡片编号', '设备名称', 'device', 'asset number', 'asset code'],
    month: ['月份', '期间', '统计月份', '会计期间', 'month', 'period'],
    income: ['收入金额', '业务收入', '检查收入', '医疗收入', '收费金额', 'income', 'revenue'],
    useCount: ['人次', '检查人次', '检查数', '使用次数', '例数', 'uses', 'examinations', 'count'],
    consumables: ['耗材', '材料费', '耗材成本', '卫生材料费', 'consumables', 'materials'],
    staffCost: ['人工费', '人工成本', '人员成本', '人力成本', 'staff', 'staff cost', 'labour'],
    remark: ['说明', '附注', 'notes', 'note', 'remarks'],
  },
}
