import { text } from '../../kit/fields/field.ts'

/** How much harm an event did or could have done. */
export const harmLevels = {
  death: { zh: '死亡', en: 'Death', tone: 'bad' },
  serious: { zh: '严重伤害', en: 'Serious harm', tone: 'bad' },
  possiblySerious: { zh: '可能导致严重伤害', en: 'Possibly serious harm', tone: 'warn' },
  other: { zh: '其他', en: 'Other', tone: 'plain' },
} as const
export type HarmLevel = keyof typeof harmLevels

/** From the first words to the report to the authority. */
export const adverseStates = {
  draft: { zh: '草稿', en: 'Draft', tone: 'plain' },
  submitted: { zh: '已提交', en: 'Submitted', tone: 'warn' },
  reviewed: { zh: '待上报', en: 'To report', tone: 'busy' },
  reported: { zh: '已上报', en: 'Reported', tone: 'good' },
} as const

/** Whether further reports of a group event are due. */
export const followStates = {
  none: { zh: '无需续报', en: 'Not needed', tone: 'plain' },
  open: { zh: '续报中', en: 'Ongoing', tone: 'busy' },
  ended: { zh: '续报已结束', en: 'No longer needed', tone: 'good' },
} as const

/** What became of the device. */
export const statesAfter = {
  inUse: { zh: '继续使用', en: 'Still in use' },
  stopped: { zh: '不再使用', en: 'No longer used' },
  sealed: { zh: '封存待查', en: 'Sealed for examination' },
  repairing: { zh: '送修', en: 'In repair' },
  returned: { zh: '退回厂家', en: 'Returned to the manufacturer' },
} as const

/** What a further report says. */
export const followContent = text({ zh: '续报内容', en: 'Follow-up text', required: true, multiline: true, max: 2000 })
