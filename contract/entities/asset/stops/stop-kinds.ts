/** Why a device may not be used: each kind is placed and lifted by itself. */
export const stopKinds = {
  metrology: { zh: '计量', en: 'Metrology', tone: 'bad' },
  quality: { zh: '质控', en: 'Quality control', tone: 'bad' },
  recall: { zh: '厂家召回', en: 'Manufacturer recall', tone: 'bad' },
  statutory: { zh: '法定检验', en: 'Statutory inspection', tone: 'bad' },
} as const
export type StopKind = keyof typeof stopKinds

const { metrology: _, ...placedByHand } = stopKinds

/** The kinds that people place and lift. Metrology places and lifts its own by certificates; a stop of any kind that has a cause is lifted by results alone. */
export const manualStopKinds = placedByHand

/** What a stop stands on that follows a result or the calendar; one that a person placed has a reason instead. */
export const stopCauses = {
  failed: { zh: '计量不合格', en: 'Metrology failed' },
  expired: { zh: '证书已过期', en: 'Certificate expired' },
  controlFailed: { zh: '质控不合格', en: 'Quality control failed' },
  inspectionFailed: { zh: '法定检验不合格', en: 'Statutory inspection failed' },
  recalled: { zh: '厂家召回', en: 'Manufacturer recall' },
  unverified: { zh: '强检设备未检定', en: 'Mandatory verification missing' },
} as const
export type StopCause = keyof typeof stopCauses
