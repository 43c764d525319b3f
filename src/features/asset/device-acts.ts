import type { ActOrder } from '#src/kit/record/act-bar.tsx'

/** How the acts of a card stand, on its page and in the list. */
export const deviceActs: ActOrder = {
  next: ['submitFiling', 'resubmitFiling', 'sureEam', 'unseal'],
  rare: ['filingBack', 'seal'],
}
