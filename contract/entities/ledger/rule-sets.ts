/** The accounting rules that a book follows. */
export const ruleSets = {
  public: { zh: '政府会计制度（公立医院）', en: 'Government accounting (public hospital)' },
  enterprise: { zh: '企业会计准则', en: 'Enterprise accounting' },
} as const
export type RuleSet = keyof typeof ruleSets
