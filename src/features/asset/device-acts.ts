import type { ActOrder, Allows } from '#src/kit/record/act-bar.tsx'

/**
 * Unsealing a stopped device is refused, so it is not offered; its last stop returns it to use. A device on a loan document comes back by that
 * document.
 */
export const deviceAllows: Allows = (row, name) =>
  name === 'unseal' ? !(row.stopKinds as unknown[] | null | undefined)?.length : name !== 'endLoan' || !row.borrowDeptId

/** How the acts of a card stand, on its page and in the list. */
export const deviceActs: ActOrder = {
  next: ['submitFiling', 'resubmitFiling', 'sureEam', 'unseal', 'endLoan'],
  rare: ['filingBack', 'seal'],
}
