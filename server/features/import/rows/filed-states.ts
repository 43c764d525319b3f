import { deviceState, stepsInto } from '#contract/entities/asset/device/device-machines.ts'
import type { deviceStates, filingStates } from '#contract/entities/asset/device/device-states.ts'
import { type Machine, sourcesOf } from '#contract/kit/entity/machine.ts'
import type { OpeningStates } from '#server/kit/import/rows/add-rows.ts'

type State = keyof typeof deviceStates
/**
/**
 * The states that cards of devices begin with which the hospital has had all along: filed, unless the sheet says otherwise, and in the state that the sheet says, else in use where a
 * department uses them.
 */
export const filedStates: OpeningStates = ({ draft, opening, filing }) => {
  const filingStatus = (filing?.state as keyof typeof filingStates | undefined) ?? 'filed'
  const usual: State = draft.useDeptId && filingStatus === 'filed' ? 'in_use' : 'in_stock'
  const eamStatus = (opening?.state as State | undefined) ?? usual
  const on: Machine = deviceState
  let from: string = usual
  const by = stepsInto[eamStatus].map((verb) => {
    const step = on.steps[verb]!
    const sources = sourcesOf(on, step)
    // A device in repair was in use, also where the sheet names no department.
    const was = sources.includes(from) ? from : sources[0]!
    from = String(step.to)
    return { field: on.field, verb, from: was, to: from }
  })
  return { states: { filingStatus, eamStatus }, by }
}
