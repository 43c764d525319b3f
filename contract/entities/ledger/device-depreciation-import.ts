import type { ImportFacts } from '../../kit/sheets/import-facts.ts'
import { methodWords } from '../asset/device/heading-meanings.ts'

/** How what cards had been charged before a book began is read: accumulated depreciation and months charged, by card and book. */
export const deviceDepreciationImport: ImportFacts = {
  same: [],
  maxRows: 20_000,
  note: 'remark',
  prefixes: ['期初', '折旧', '资产', 'opening', 'asset'],
  choices: methodWords,
  aliases: {
    device: ['设备', '设备编号', '资产编号', '资产编码', '卡片编号', '设备名称', 'device', 'asset number', 'asset code'],
    rule: ['账簿名称', '会计制度', 'book', 'rules'],
    startDate: ['开始日期', '开始月份', '折旧起始日期', '开始计提月份', '启用日期', 'start', 'start month', 'charged from'],
    depreciationMethod: ['方法', '折旧方式', 'method'],
    lifeMonths: ['使用月数', '折旧年限(月)', '使用寿命(月)', 'life', 'useful life'],
    residualRate: ['残值率', '预计残值率', '净残值率', '预计净残值率', 'residual', 'salvage rate'],
    openingAmount: ['累计折旧', '已提折旧', '期初折旧', '累计折旧额', 'accumulated', 'accumulated depreciation', 'opening'],
    openingMonths: ['已提月数', '已计提月数', '已折旧月数', '已使用月数', 'months', 'months charged', 'periods'],
    writeOffDate: ['报废日期', '核销', 'write-off', 'written off'],
    remark: ['说明', '附注', 'notes', 'note', 'remarks'],
  },
}
