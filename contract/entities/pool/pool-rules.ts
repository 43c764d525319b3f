import { processRule } from '../../kit/process-rule.ts'

/** The card of a shared device follows its hand-out and return; the waiting list is served across departments. */
export const poolLending = processRule({
  name: 'poolLending',
  zh: '共享借还',
  en: 'Lending of shared devices',
  touches: { device: ['lend', 'takeBack', 'change'], poolWaiting: ['tell', 'serve'] },
})
