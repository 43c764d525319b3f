import { deskEn } from '#src/words/en/desk.ts'
import { en } from '#src/words/en/en.ts'
import { phoneEn } from '#src/words/en/phone.ts'
import { deskZh } from '#src/words/zh/desk.ts'
import { phoneZh } from '#src/words/zh/phone.ts'
import { zh } from '#src/words/zh/zh.ts'
import type { Labelled } from './word-laws.ts'

const pairs = (chinese: Readonly<Record<string, string>>, english: Readonly<Record<string, string>>): Labelled[] =>
  Object.keys(chinese).map((key): Labelled => [key, { zh: chinese[key]!, en: english[key] ?? '' }])

/** The free words of both bodies, by their keys. */
export const pageWords: readonly Labelled[] = [...pairs(zh, en), ...pairs(deskZh, deskEn), ...pairs(phoneZh, phoneEn)]
