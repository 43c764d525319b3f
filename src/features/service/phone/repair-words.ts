/** Words of reports and orders on the phone. They load with these pages, not with the first one. */
export const repairWords = {
  submit: { zh: '提交报修', en: 'Submit report' },
  addTo: { zh: '补充到已有工单 {order}', en: 'Add to order {order}' },
  submitNew: { zh: '仍要新建报修', en: 'Report it as new' },
  stopNeedsDept: {
    zh: '其他科室的设备：停用由其使用科室确认后生效',
    en: 'Another department’s device: it goes out of service once that department confirms',
  },
  open: { zh: '这台设备已有未完成的报修', en: 'This device already has an open repair' },
  openAt: { zh: '{state} · {time} 报修', en: '{state} · reported {time}' },
  disposed: { zh: '这台设备已报废，不能报修', en: 'This device has been disposed of and cannot be reported' },
  gone: { zh: '本机没有这张维修工单', en: 'This repair order is not on this phone' },
  goneHelp: { zh: '可能已完成，或不在您的范围内。联网后再看。', en: 'It may be done or outside your scope. Check again when online.' },
  progress: { zh: '进度', en: 'Progress' },
  device: { zh: '打开设备卡', en: 'Open device card' },
  call: { zh: '拨打 {phone}', en: 'Call {phone}' },
  reminded: { zh: '已催 {n} 次', en: 'Reminders: {n}' },
} as const
