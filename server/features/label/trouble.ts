import { Refusal } from '#contract/kit/errors.ts'
import { type Trouble, troubleWords } from '#contract/label/label-layout.ts'

/** The refusal that a trouble of the layout means. */
export const troubleRefusal = (trouble: Trouble): Refusal => new Refusal('rule', troubleWords(trouble))
