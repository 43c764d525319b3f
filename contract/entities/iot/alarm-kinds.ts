import type { Quantity } from './sensor-kinds.ts'

/** What a rule holds against readings. */
export const comparisons = {
  over: { zh: '高于上限', en: 'Above the limit' },
  under: { zh: '低于下限', en: 'Below the limit' },
  outside: { zh: '超出上下限', en: 'Outside the range' },
  offline: { zh: '传感器离线', en: 'Sensor offline' },
  idleOn: { zh: '开机闲置', en: 'On but idle' },
  leftFence: { zh: '离开围栏', en: 'Left the fence' },
  doorOpen: { zh: '门未关闭', en: 'Door open' },
} as const
export type Comparison = keyof typeof comparisons

/** Comparisons with limits of a quantity. */
export const limited: readonly Comparison[] = ['over', 'under', 'outside']

/** The quantity that is drawn for a comparison whose rules name none. */
export const watched: Readonly<Partial<Record<Comparison, Quantity>>> = { idleOn: 'power', doorOpen: 'contact' }

/** How much an alarm matters. */
export const severities = {
  minor: { zh: '轻微', en: 'Minor', tone: 'busy' },
  major: { zh: '重要', en: 'Major', tone: 'warn' },
  critical: { zh: '严重', en: 'Critical', tone: 'bad' },
} as const

/** Why an alarm has ended. */
export const closings = {
  recovered: { zh: '恢复正常', en: 'Back to normal' },
  ruleChanged: { zh: '规则已修改', en: 'Rule changed' },
  ruleEnded: { zh: '规则不再适用', en: 'Rule no longer applies' },
  unbound: { zh: '传感器已解绑', en: 'Sensor unbound' },
  disposed: { zh: '设备已报废', en: 'Device is disposed of' },
} as const
export type Closing = keyof typeof closings
