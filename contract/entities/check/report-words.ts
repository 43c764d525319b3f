/** The words of the report of a check, on screen, on paper and in the sheet. */
export const reportWords = {
  report: { zh: '盘点报告', en: 'Inventory report' },
  part: { zh: '汇总', en: 'Part' },
  name: { zh: '名称', en: 'Name' },
  total: { zh: '合计', en: 'Total' },
  dept: { zh: '科室', en: 'Department' },
  location: { zh: '位置', en: 'Location' },
  noPlace: { zh: '没有位置', en: 'No location' },
  book: { zh: '账面', en: 'Recorded' },
  counted: { zh: '已盘', en: 'Counted' },
  money: { zh: '金额', en: 'amount' },
  accuracy: { zh: '准确率（%）', en: 'Accuracy (%)' },
} as const
