import { choice, text } from '../../kit/fields/field.ts'

/** How severe a recall is: that of the first class may cause serious harm. */
export const recallLevels = {
  first: { zh: '一级召回', en: 'Class I recall', tone: 'bad' },
  second: { zh: '二级召回', en: 'Class II recall', tone: 'warn' },
  third: { zh: '三级召回', en: 'Class III recall', tone: 'plain' },
} as const

/** What the maker asks for. */
export const recallActions = {
  giveBack: { zh: '停用并退回', en: 'Stop use and return' },
  repair: { zh: '现场维修', en: 'Repair on site' },
  update: { zh: '软件升级', en: 'Software update' },
  replace: { zh: '更换部件', en: 'Part replacement' },
  inform: { zh: '仅告知', en: 'For information only' },
} as const

/** Whether the devices that a recall finds are taken out of service. */
export const recallHolds = {
  byLevel: { zh: '按级别停用（一级、二级停用）', en: 'By class (I and II take out of service)' },
  yes: { zh: '停用设备', en: 'Take out of service' },
  no: { zh: '不停用', en: 'Leave in service' },
} as const

/** Whether a recall takes its devices out of service; one for information does so only if it says so. */
export const takesOutOfService = ({ hold, level, action }: Readonly<Record<string, unknown>>): boolean =>
  hold === 'yes' || (hold !== 'no' && level !== 'third' && action !== 'inform')

export const recallStates = {
  draft: { zh: '草稿', en: 'Draft', tone: 'plain' },
  open: { zh: '召回中', en: 'In progress', tone: 'busy' },
  closed: { zh: '已关闭', en: 'Closed', tone: 'good' },
  cancelled: { zh: '已取消', en: 'Cancelled', tone: 'plain' },
} as const

/** What a line of a recall compares. */
export const matchKinds = {
  udi: { zh: 'UDI-DI', en: 'UDI-DI' },
  lot: { zh: '批号', en: 'Lot' },
  serial: { zh: '出厂编号', en: 'Serial number' },
  model: { zh: '规格型号', en: 'Model' },
} as const

export const matchKind = choice({ zh: '匹配方式', en: 'Match by', required: true, list: true, of: matchKinds })
export const matchValue = text({ zh: '匹配值', en: 'Value to match', required: true, list: true, scanned: true, max: 120 })

export const caseStates = {
  waiting: { zh: '待处理', en: 'Pending', tone: 'warn' },
  done: { zh: '已处理', en: 'Handled', tone: 'good' },
  notAffected: { zh: '不受影响', en: 'Not affected', tone: 'good' },
  ended: { zh: '已终止', en: 'Ended', tone: 'plain' },
} as const

/** What was done to a recalled device. */
export const outcomes = {
  repaired: { zh: '已维修', en: 'Repaired' },
  updated: { zh: '已升级软件', en: 'Software updated' },
  replaced: { zh: '已更换部件', en: 'Part replaced' },
  returned: { zh: '已退回厂家', en: 'Returned to the manufacturer' },
  checked: { zh: '已检查无异常', en: 'Checked and found in order' },
} as const

/** The maximum number of lines of a recall. */
export const mostItems = 500
