/** Address of energy and cost by band. */
export const bandCostsPath = '/eam/energy-bands'

export const bandCostsWords = {
  title: { zh: '分时电量与电费', en: 'Energy and cost by band' },
  open: { zh: '按月、科室、设备查看分时电费', en: 'Cost by band: months, departments, devices' },
  by: { zh: '统计方式', en: 'Group by' },
  month: { zh: '按月', en: 'By month' },
  useDept: { zh: '按科室', en: 'By department' },
  device: { zh: '按设备', en: 'By device' },
  from: { zh: '第一天', en: 'First day' },
  to: { zh: '最后一天', en: 'Last day' },
} as const
