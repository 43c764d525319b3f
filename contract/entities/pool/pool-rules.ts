import { processRule } from '../../kit/entity/process-rule.ts'

/** The card of a shared device follows its hand-out and return; the waiting list is served across departments. */
export const poolLending = processRule({
  name: 'poolLending',
  zh: '共享借还',
  en: 'Shared device lending',
  touches: { device: ['lend', 'takeBack', 'change'], poolWaiting: ['tell', 'serve'] },
})

/** Who leaves hands shared borrowings and places on the waiting list over. */
export const borrowingHandOver = processRule({
  name: 'borrowingHandOver',
  zh: '共享借用交接',
  en: 'Shared borrowing hand-over',
  touches: { sharedBorrowing: ['change'], poolWaiting: ['change'] },
})
