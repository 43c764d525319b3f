/** Whose a device is, and why it is in the hospital. */
export const ownerships = {
  owned: { zh: '自有', en: 'Owned' },
  placed: { zh: '投放', en: 'Placed by supplier' },
  leased: { zh: '租赁', en: 'Leased' },
  trial: { zh: '试用', en: 'On trial' },
  donated: { zh: '捐赠', en: 'Donated' },
} as const
export type Ownership = keyof typeof ownerships

/** Devices of other owners: they are not depreciated, their value is in no total, and they have an end. */
export const foreignOwnerships = ['placed', 'leased', 'trial'] as const satisfies readonly Ownership[]

/** Whether a device belongs to another owner; one of which nothing is said belongs to the hospital. */
export const isForeign = (ownership: unknown): boolean => (foreignOwnerships as readonly unknown[]).includes(ownership)

/** The parameter of a hospital with the days before an ownership ends on which its reminder is sent. */
export const ownershipDays = { key: 'asset.ownershipDays', usual: 30, least: 1, most: 365 } as const
