import type { deviceStates, filingStates } from '#contract/entities/asset/device-states.ts'
import type { OpeningStates } from '#server/kit/import/add-rows.ts'

type State = keyof typeof deviceStates

/**
 * The states that cards of devices begin with which the hospital has had all along: filed, unless the sheet says otherwise, and in the state that the sheet says, else in use where a
 * department uses them. A card that stands idle gets there by the step that seals it, so that it can be unsealed.
 */
export const filedStates: OpeningStates = ({ draft, opening, filing }) => {
  const filingStatus = (filing?.state as keyof typeof filingStates | undefined) ?? 'filed'
  const usual: State = draft.useDeptId && filingStatus === 'filed' ? 'in_use' : 'in_stock'
  const filed = { filingStatus, eamStatus: (opening?.state as State | undefined) ?? usual }
  return filed.eamStatus === 'idle' ? { states: filed, by: { field: 'eamStatus', verb: 'seal', from: usual } } : { states: filed }
}
