import { openBorrowingStates } from '#contract/entities/pool/borrowing-states.ts'
import { borrowingHandOver } from '#contract/entities/pool/pool-rules.ts'
import { poolWaiting } from '#contract/entities/pool/pool-waiting.ts'
import { sharedBorrowing } from '#contract/entities/pool/shared-borrowing.ts'
import { ownWork } from '#server/kit/steps/open-work.ts'

/** The shared devices that a person has reserved or on loan. */
export const openBorrowings = ownWork({
  of: sharedBorrowing,
  rule: borrowingHandOver,
  as: 'borrowings',
  person: 'borrower',
  state: 'borrowingStatus',
  open: openBorrowingStates,
  about: 'device',
})

/** The places of a person on the waiting list. */
export const openWaitings = ownWork({
  of: poolWaiting,
  rule: borrowingHandOver,
  as: 'waitings',
  person: 'person',
  state: 'waitingStatus',
  open: ['waiting', 'noticed'],
  title: 'o.waiting_title',
})
