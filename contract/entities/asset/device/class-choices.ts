/** Risk classes of the catalogue of medical devices. */
export const riskLevels = {
  I: { zh: 'Ⅰ类', en: 'Class I' },
  II: { zh: 'Ⅱ类', en: 'Class II' },
  III: { zh: 'Ⅲ类', en: 'Class III' },
} as const

/** Whether verification of a measuring device is compulsory. */
export const measureTypes = { voluntary: { zh: '非强检', en: 'Voluntary' }, mandatory: { zh: '强检', en: 'Mandatory' } } as const
