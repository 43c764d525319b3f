import type { Words } from '#contract/kit/words.ts'

/** Thrown if a whole file cannot be imported, with the reason in words. */
export class ImportRefusal extends Error {
  readonly words: Words
  constructor(zh: string, en: string) {
    super(en)
    this.words = { zh, en }
  }
}
