/** The duties of a hospital's administrators; if the hospital separates them, a person has at most one. */
export const duties = {
  system: { zh: '系统管理员', en: 'System administrator' },
  security: { zh: '安全管理员', en: 'Security administrator' },
  audit: { zh: '审计管理员', en: 'Audit administrator' },
} as const

export type Duty = keyof typeof duties
