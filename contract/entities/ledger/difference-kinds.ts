/** How a card and the finance ledger can differ. */
export const differenceKinds = {
  missing_ledger: { zh: '财务账缺少', en: 'Missing in the ledger', tone: 'bad' },
  missing_register: { zh: '设备账缺少', en: 'Missing in the register', tone: 'bad' },
  value: { zh: '原值不符', en: 'Value differs', tone: 'warn' },
  depreciation: { zh: '折旧不符', en: 'Depreciation differs', tone: 'warn' },
  net: { zh: '净值不符', en: 'Net value differs', tone: 'warn' },
} as const
