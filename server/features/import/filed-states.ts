import type { deviceStates, filingStates } from '#contract/entities/asset/device-states.ts'
import type { Parsed } from '#contract/kit/parse.ts'

/** The states that cards of devices begin with which the hospital has had all along: filed, and in use where a department uses them. */
export const filedStates = (draft: Parsed): { filingStatus: keyof typeof filingStates; eamStatus: keyof typeof deviceStates } => ({
  filingStatus: 'filed',
  eamStatus: draft.useDeptId ? 'in_use' : 'in_stock',
})
