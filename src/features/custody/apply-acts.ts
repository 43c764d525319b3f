import type { ActOrder } from '#src/kit/record/act-bar.tsx'

/** The acts of an application: what leads on first, what ends it under 更多. */
export const applyActs: ActOrder = { next: ['eventSubmit', 'approve', 'execute', 'complete'], rare: ['cancel', 'end'] }

/** The acts of a use: what the other person waits for first. */
export const useActOrder: ActOrder = { next: ['handOut', 'confirm', 'takeBack', 'giveBack'], rare: ['cancel'] }
