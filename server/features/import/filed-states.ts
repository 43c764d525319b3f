import { deviceState } from '#contract/entities/asset/device-machines.ts'
import type { deviceStates, filingStates } from '#contract/entities/asset/device-states.ts'
import { type Machine, sourcesOf } from '#contract/kit/machine.ts'
import type { OpeningStates } from '#server/kit/import/add-rows.ts'

type State = keyof typeof deviceStates
type Name = keyof typeof deviceState.steps

/** The steps by which a card gets from use or stock into a state that the sheet says, so that the steps that take them back find their events. */
const stepsInto: Readonly<Record<State, readonly Name[]>> = {
  in_stock: [],
  in_use: [],
  repairing: ['breakDown'],
  lent: ['lend'],
  idle: ['seal'],
  pending_disposal: ['applyDisposal'],
  disposed: ['applyDisposal', 'dispose'],
  missing: ['miss'],
}

/**
 * The states that cards of devices begin with which the hospital has had all along: filed, and in the state that the sheet says, else in use where a
 * department uses them.
 */
export const filedStates: OpeningStates = ({ draft, opening }) => {
  const usual: State = draft.useDeptId ? 'in_use' : 'in_stock'
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
  return { states: { filingStatus: 'filed' satisfies keyof typeof filingStates, eamStatus }, by }
}
