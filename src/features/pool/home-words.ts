/** The titles of the panels of shared devices on the first page, for the manifest and the panels. */
export const homePool = {
  income: { zh: '科室共享收入', en: 'Shared income by department' },
  use: { zh: '科室共享使用', en: 'Shared use by department' },
} as const
