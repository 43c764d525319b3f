/** Risk classes of the catalogue of medical devices. */
export const riskLevels = {
  I: { zh: 'Ⅰ类', en: 'Class I' },
  II: { zh: 'Ⅱ类', en: 'Class II' },
  III: { zh: 'Ⅲ类', en: 'Class III' },
} as const

/** Whether verification of a measuring device is compulsory. */
export const measureTypes = { voluntary: { zh: '非强检', en: 'Voluntary' }, mandatory: { zh: '强检', en: 'Mandatory' } } as const

/** What a device is especially important for. */
export const importantClasses = {
  emergency: { zh: '急救', en: 'Emergency' },
  life_support: { zh: '生命支持', en: 'Life support' },
  large: { zh: '大型', en: 'Large' },
  radiation: { zh: '放射', en: 'Radiation' },
  special: { zh: '特种', en: 'Special' },
} as const
