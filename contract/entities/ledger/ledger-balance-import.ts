import type { ImportFacts } from '../../kit/sheets/import-facts.ts'

/** How the balances of a finance system are read. What differs from a balance that is there is told as an error, so no set of fields makes two rows the same. */
export const ledgerBalanceImport: ImportFacts = {
  same: [],
  maxRows: 100_000,
  codes: ['assetNo'],
  prefixes: ['资产', '固定资产', '期末', '财务', 'asset', 'closing'],
  aliases: {
    assetNo: [
      '编号',
      '资产编码',
      '资产代码',
      '卡片编号',
      '卡片编码',
      '固定资产编号',
      '国资编码',
      'asset no',
      'asset code',
      'card no',
      'code',
      'no',
    ],
    assetName: ['名称', '固定资产名称', 'name', 'asset name', 'description'],
    balanceOn: ['月份', '期间', '会计期间', '日期', '截止日期', 'month', 'period', 'as of', 'date'],
    rule: ['账簿', '会计制度', '账套', 'book'],
    originalValue: ['资产原值', '账面原值', '期末原值', '原价', '价值', 'cost', 'value', 'gross value', 'original cost'],
    accumulated: ['累计折旧额', '期末累计折旧', '已提折旧', '折旧累计', 'accumulated', 'depreciation', 'accum depreciation'],
    netValue: ['资产净值', '期末净值', '账面净值', '净额', 'net', 'net book value', 'book value'],
  },
}
