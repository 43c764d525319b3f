import { loadNames, proposeNames } from '#contract/calls/asset/standard-names.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { loadBuiltIn } from './load.ts'
import { propose } from './propose.ts'

export const nameAnswers: readonly Answer[] = [answer(proposeNames, { write: propose }), answer(loadNames, { write: loadBuiltIn })]
