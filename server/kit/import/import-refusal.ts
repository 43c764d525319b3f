import type { Words } from '#contract/kit/words.ts'

/** A whole file that cannot be imported, with the sentence that says why. */
export class ImportRefusal extends Error {
  readonly words: Words
  constructor(zh: string, en: string) {
    super(en)
    this.words = { zh, en }
  }
}
