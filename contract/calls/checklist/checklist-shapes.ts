import { itemKinds } from '../../entities/checklist/items.ts'
import { verdicts } from '../../entities/checklist/judge.ts'
import { out } from '../../kit/entity/answer.ts'

const answer = out.either(out.text, out.number, out.list(out.text))

const item = {
  code: out.text,
  section: out.nullable(out.text),
  text: out.text,
  kind: out.key(itemKinds),
  unit: out.nullable(out.text),
  lower: out.nullable(out.number),
  upper: out.nullable(out.number),
  options: out.list(out.text),
  abnormal: out.list(out.text),
  isRequired: out.boolean,
  shownItem: out.nullable(out.text),
  shownAnswer: out.nullable(out.text),
} as const

/** An item of a published version. */
export const checklistItemShape = out.object(item)

/** Answers by the code of their item. */
export const checklistAnswers = out.map(answer)

/** An asked item with its answer and verdict. */
export const checklistEntry = out.object({ ...item, answer: out.nullable(answer), verdict: out.key(verdicts) })
