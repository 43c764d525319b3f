/** The titles of the panels of repairs on the first page, for the manifest and the panels. */
export const homeRepairs = {
  open: { zh: '未完工维修', en: 'Unfinished repairs' },
  dept: { zh: '科室在修设备', en: 'Your department’s repairs' },
  all: { zh: '待处理维修', en: 'Open repairs' },
  onCall: { zh: '当前值班', en: 'On call now' },
  weeks: { zh: '每周报修', en: 'Repairs per week' },
  response: { zh: '每周响应时间（中位数）', en: 'Median response per week' },
  costs: { zh: '每月维修费用', en: 'Repair cost by month' },
  kinds: { zh: '维修（按故障类别）', en: 'Repairs by fault type' },
} as const
