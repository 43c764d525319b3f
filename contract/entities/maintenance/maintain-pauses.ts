import { devicePauses } from '../asset/device/device-pause.ts'

/** Why a plan makes no orders for a device. */
export const pauses = {
  inactive: { zh: '计划已停用', en: 'Plan is inactive', tone: 'plain' },
  left: { zh: '不再符合计划条件', en: 'No longer matches the plan', tone: 'plain' },
  idle: { zh: '设备已封存', en: 'Device is sealed', tone: 'warn' },
  ...devicePauses,
} as const
export type Pause = keyof typeof pauses
