export { countIn, drawnIn, type PlanRoom, toneIn } from '../plan-draft.ts'
export { PlanStage, placeOf } from '../plan-stage.tsx'
export { planWords } from '../plan-words.ts'
