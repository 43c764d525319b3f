/** The titles of the panels of cards on the first page, for the manifest and the panels. */
export const homeCharts = {
  states: { zh: '设备状态', en: 'Device status' },
  depts: { zh: '各科室设备', en: 'Devices by department' },
  ranking: { zh: '资产分类价值排行', en: 'Categories by value' },
  years: { zh: '各年购置原值', en: 'Value by purchase year' },
  warranty: { zh: '即将出保', en: 'Warranties ending' },
} as const
