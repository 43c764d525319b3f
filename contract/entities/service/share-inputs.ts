import { date, decimal, ids, money, text } from '../../kit/fields/field.ts'

/** Why an order is declined, planned again or no longer shared. */
export const shareReason = text({ zh: '原因', en: 'Reason', required: true, multiline: true, max: 200 })

/** What the provider plans: the work, its price and its day. */
export const sharePlan = {
  planContent: text({ zh: '方案内容', en: 'Planned work', required: true, multiline: true, max: 1000 }),
  planPrice: money({ zh: '报价', en: 'Quoted price', required: true, min: 0 }),
  planDate: date({ zh: '计划服务日期', en: 'Planned for', required: true }),
} as const

/** What the provider reports of its work. */
export const shareReport = {
  workNote: text({ zh: '工作记录', en: 'Work record', required: true, multiline: true, max: 1000 }),
  workHours: decimal({ zh: '服务工时', en: 'Hours of service', scale: 2, min: 0, max: 10_000 }),
  partsNote: text({ zh: '更换配件说明', en: 'Parts replaced', multiline: true, max: 500 }),
  photos: ids({ zh: '照片', en: 'Photos', to: 'file', types: ['jpg', 'png', 'webp'], max: 9 }),
} as const

/** What the provider says at the end of its work. */
export const shareResult = {
  diagnosis: text({ zh: '故障诊断', en: 'Diagnosis', required: true, multiline: true, max: 1000 }),
  measures: text({ zh: '维修措施', en: 'Measures', required: true, multiline: true, max: 1000 }),
} as const

/** Contact and request that the hospital gives to the provider with an order. */
export const shareContact = {
  contact: text({ zh: '联系人', en: 'Contact', max: 45 }),
  contactPhone: text({ zh: '联系电话', en: 'Phone', max: 20 }),
  note: text({ zh: '服务要求', en: 'Request', multiline: true, max: 500 }),
} as const
