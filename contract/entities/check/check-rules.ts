import { processRule } from '../../kit/entity/process-rule.ts'

/** What a check found is brought into the register: cards lie in any department, and the person posts the check as a whole. */
export const checkPosting = processRule({
  name: 'checkPosting',
  zh: '盘点入账',
  en: 'Check posting',
  // A found card may leave its repair, when the repair ended while it was missing.
  touches: { device: ['add', 'change', 'scan', 'submitFiling', 'miss', 'find', 'acceptRepair', 'cancelRepair'] },
})

/** A person who leaves hands the checks over that they count in. */
export const checkHandOver = processRule({
  name: 'checkHandOver',
  zh: '盘点交接',
  en: 'Check hand-over',
  touches: { checkTask: ['lines'] },
})

/** A shift that checked a trolley leaves on its list what the next one has to know; keepers do not edit the list itself. */
export const shiftHandOver = processRule({
  name: 'shiftHandOver',
  zh: '急救车交班',
  en: 'Trolley hand-over',
  touches: { ambulanceVehicle: ['change'] },
})
