import type { ActOrder } from '#src/kit/record/act-bar.tsx'

/** The order of acts on a borrowing. */
export const borrowingActs: ActOrder = { next: ['handOut', 'giveBack'], rare: ['cancel'] }
