/** Verification says whether a device keeps to its standard; calibration says how far its values are off, and the hospital judges. */
export const measureKinds = {
  verification: { zh: '检定', en: 'Verification' },
  calibration: { zh: '校准', en: 'Calibration' },
} as const

/** What a verification or calibration found: whether and how the device may be used. */
export const measureResults = {
  passed: { zh: '合格', en: 'Passed', tone: 'good' },
  limited: { zh: '限用', en: 'Limited use', tone: 'warn' },
  failed: { zh: '不合格', en: 'Failed', tone: 'bad' },
} as const
