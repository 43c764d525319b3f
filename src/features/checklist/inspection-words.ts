/** The given addresses of inspections. */
export const inspectionPaths = {
  plan: '/form/eam/inspection-TaskInventory',
  devices: '/form/eam/inspection-DevInventory',
  view: '/form/eam/dev-inspection-view',
  records: '/form/eam/dev-inspection-records',
  record: '/form/eam/dev-inspection-records-view',
} as const

/** What the pages of inspections are called. */
export const inspectionWords = {
  plan: { zh: '巡检计划', en: 'Inspection plan' },
  devices: { zh: '设备巡检', en: 'Inspections by device' },
  view: { zh: '巡检详情', en: 'Inspection' },
  records: { zh: '巡检记录', en: 'Inspection records' },
  record: { zh: '巡检记录详情', en: 'Inspection record' },
  toView: { zh: '打开这次巡检', en: 'Open this inspection' },
  byTask: { zh: '按任务', en: 'By task' },
  byDevice: { zh: '按设备', en: 'By device' },
  noPlan: { zh: '按检查表模板安排巡检后显示在这里', en: 'Inspections that are planned from a checklist template appear here' },
  none: { zh: '没有待巡检的设备', en: 'No devices to inspect' },
} as const
