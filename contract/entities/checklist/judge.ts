import { isId } from '../../kit/fields/parse.ts'
import type { Language, Words } from '../../kit/words.ts'
import type { ChecklistItem } from './items.ts'

/** Answers by the code of their item: `yes` or `no`, a number, an option, a text, ids of photos, or the id of a signature. */
export type Answers = Readonly<Record<string, unknown>>

/** How an asked item was judged; `noted` answers have no limits, `missing` and `empty` ones are not there. */
export const verdicts = {
  normal: { zh: '正常', en: 'Normal' },
  abnormal: { zh: '异常', en: 'Abnormal' },
  noted: { zh: '已记录', en: 'Noted' },
  missing: { zh: '未填', en: 'Missing' },
  empty: { zh: '空', en: 'Empty' },
} as const
export type Verdict = keyof typeof verdicts

/** An asked item with its answer and verdict. */
export interface Entry extends ChecklistItem {
  readonly answer: unknown
  readonly verdict: Verdict
}

export interface Judgement {
  /** The asked items in order; items whose condition is not met are left out. */
  readonly entries: readonly Entry[]
  readonly abnormal: readonly Entry[]
  /** Required items without an answer. */
  readonly missing: readonly Entry[]
}

const longestAnswer = 1000
const mostPhotos = 9

const isEmpty = (answer: unknown): boolean =>
  answer === null || answer === undefined || answer === '' || (Array.isArray(answer) && answer.length === 0)

/** A number, also where a form sends its digits as text. */
function numberIn(answer: unknown): number | undefined {
  if (typeof answer === 'number') return Number.isFinite(answer) ? answer : undefined
  return typeof answer === 'string' && /^-?\d{1,12}(\.\d{1,9})?$/.test(answer.trim()) ? Number(answer) : undefined
}

/** An answer in the form in which it is stored; undefined if it does not fit its item. */
function normalised(item: ChecklistItem, answer: unknown): unknown {
  switch (item.kind) {
    case 'yesNo':
      return answer === 'yes' || answer === 'no' ? answer : undefined
    case 'number':
      return numberIn(answer)
    case 'choice':
      return item.options.find((one) => one === answer)
    case 'text':
      return typeof answer === 'string' && answer.length <= longestAnswer ? answer.trim() : undefined
    case 'photo':
      return Array.isArray(answer) && answer.length <= mostPhotos && answer.every(isId) ? answer : undefined
    case 'signature':
      return isId(answer) ? answer : undefined
  }
}

/** Reads given answers: those that fit, with null for a cleared one, and a sentence for each that does not. */
export function readAnswers(items: readonly ChecklistItem[], given: Answers): { answers: Record<string, unknown>; problems: Words[] } {
  const byCode = new Map(items.map((item) => [item.code, item]))
  const answers: Record<string, unknown> = {}
  const problems: Words[] = []
  for (const [code, answer] of Object.entries(given)) {
    const item = byCode.get(code)
    if (!item) {
      const name = code.slice(0, 40)
      problems.push({ zh: `检查表没有编号为“${name}”的项目`, en: `The checklist has no item “${name}”` })
      continue
    }
    const value = isEmpty(answer) ? null : normalised(item, answer)
    if (value === undefined) problems.push({ zh: `“${item.text}”的答案无效`, en: `The answer to “${item.text}” is not valid` })
    else answers[code] = isEmpty(value) ? null : value
  }
  return { answers, problems }
}

/** Stored answers with others put over them; null removes one. */
export const mergedAnswers = (stored: Answers, given: Answers): Record<string, unknown> =>
  Object.fromEntries(Object.entries({ ...stored, ...given }).filter(([, answer]) => !isEmpty(answer)))

/** Ids of the photos and signatures among the answers. */
export function filesIn(items: readonly ChecklistItem[], answers: Answers): string[] {
  const found = items.flatMap(({ code, kind }) => (kind === 'photo' || kind === 'signature' ? [answers[code]] : []))
  return [...new Set(found.flat().filter(isId))]
}

function verdictOf(item: ChecklistItem, answer: unknown): Verdict {
  if (isEmpty(answer)) return item.isRequired ? 'missing' : 'empty'
  const { kind, lower, upper, abnormal } = item
  if (kind === 'number') {
    if (lower === null && upper === null) return 'noted'
    const value = Number(answer)
    return (lower !== null && value < lower) || (upper !== null && value > upper) ? 'abnormal' : 'normal'
  }
  if (kind === 'yesNo' || kind === 'choice') return abnormal.includes(String(answer)) ? 'abnormal' : 'normal'
  return 'noted'
}

/** Judges answers by the items of their version: what is asked, what is abnormal or out of limits, what is missing. */
export function judge(items: readonly ChecklistItem[], answers: Answers): Judgement {
  const asked = new Map<string, unknown>()
  const entries = items.flatMap((item): Entry[] => {
    if (item.shownItem && asked.get(item.shownItem) !== item.shownAnswer) return []
    const answer = isEmpty(answers[item.code]) ? null : answers[item.code]
    asked.set(item.code, answer)
    return [{ ...item, answer, verdict: verdictOf(item, answer) }]
  })
  return {
    entries,
    abnormal: entries.filter(({ verdict }) => verdict === 'abnormal'),
    missing: entries.filter(({ verdict }) => verdict === 'missing'),
  }
}

const yesNoWords: Readonly<Record<string, Words>> = { yes: { zh: '是', en: 'yes' }, no: { zh: '否', en: 'no' } }

/** An abnormal entry in words: text, answer with unit, and the limits. */
export function findingOf({ text, kind, answer, unit, lower, upper }: Entry, language: Language): string {
  const said = kind === 'yesNo' ? (yesNoWords[String(answer)]?.[language] ?? '') : [answer, unit].filter(Boolean).join(' ')
  const limits = [lower === null ? '' : `≥ ${lower}`, upper === null ? '' : `≤ ${upper}`].filter(Boolean).join(', ')
  return `${text}: ${kind === 'number' ? `${answer}${unit ? ` ${unit}` : ''}` : said}${limits ? ` (${limits})` : ''}`
}
