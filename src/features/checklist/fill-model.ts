import type { ChecklistItem } from '#contract/entities/checklist/items.ts'
import { type Answers, type Entry, judge, readAnswers } from '#contract/entities/checklist/judge.ts'
import type { Words } from '#contract/kit/words.ts'

/** A version's items that are asked, under the heading that they stand under. */
export interface FillSection {
  readonly name: string
  readonly entries: readonly Entry[]
}

/** Where the filling of a checklist stands. */
export interface Filling {
  readonly sections: readonly FillSection[]
  readonly abnormal: readonly Entry[]
  /** Required items without a usable answer, in the order in which they are asked. */
  readonly missing: readonly Entry[]
  /** Why an answer cannot be taken, by the code of its item. */
  readonly problems: ReadonlyMap<string, Words>
  readonly asked: number
  readonly answered: number
}

const isThere = ({ answer }: Entry): boolean => answer !== null

/** Puts neighbouring entries of one section under one heading. */
function sectionsOf(entries: readonly Entry[]): FillSection[] {
  const found: { name: string; entries: Entry[] }[] = []
  for (const entry of entries) {
    const name = entry.section ?? ''
    const last = found.at(-1)
    if (last && last.name === name) last.entries.push(entry)
    else found.push({ name, entries: [entry] })
  }
  return found
}

/** Reads what is typed so far: what is asked, how each answer is judged, and what is missing. Answers that do not fit count as not given. */
export function fillingOf(items: readonly ChecklistItem[], typed: Answers): Filling {
  const problems = new Map<string, Words>()
  const answers: Record<string, unknown> = {}
  for (const item of items) {
    const read = readAnswers([item], { [item.code]: typed[item.code] })
    const [problem] = read.problems
    if (problem) problems.set(item.code, problem)
    else answers[item.code] = read.answers[item.code]
  }
  const { entries, abnormal, missing } = judge(items, answers)
  const asked = new Set(entries.map(({ code }) => code))
  for (const code of [...problems.keys()]) if (!asked.has(code)) problems.delete(code)
  return {
    ...{ sections: sectionsOf(entries), abnormal, missing, problems },
    ...{ asked: entries.length, answered: entries.filter(isThere).length },
  }
}

/** What keeps a checklist from being finished: missing and unusable answers, in the order in which they are asked. */
export const openEntries = ({ sections, missing, problems }: Filling): Entry[] =>
  sections.flatMap(({ entries }) => entries.filter((entry) => missing.includes(entry) || problems.has(entry.code)))

/** The abnormal entries first, each part in the order in which it was asked. */
export const abnormalFirst = (entries: readonly Entry[]): Entry[] => [
  ...entries.filter(({ verdict }) => verdict === 'abnormal'),
  ...entries.filter(({ verdict }) => verdict !== 'abnormal'),
]

const isBlank = (answer: unknown): boolean =>
  answer === null || answer === undefined || answer === '' || (Array.isArray(answer) && answer.length === 0)

const isSame = (one: unknown, other: unknown): boolean =>
  (isBlank(one) && isBlank(other)) ||
  (Array.isArray(one) || Array.isArray(other) ? JSON.stringify(one) === JSON.stringify(other) : String(one) === String(other))

/** The answers as a draft says them: every answer that is there, and null for each that was there and is cleared. Answers that do not fit are left out. */
export function answersToSend(items: readonly ChecklistItem[], stored: Answers, typed: Answers): Record<string, unknown> {
  const said: Record<string, unknown> = {}
  for (const item of items) {
    const given = typed[item.code]
    const { answers, problems } = readAnswers([item], { [item.code]: given })
    if (problems.length > 0) continue
    if (!isBlank(given)) said[item.code] = answers[item.code]
    else if (!isBlank(stored[item.code])) said[item.code] = null
  }
  return said
}

/** Whether what is typed differs from what is stored. */
export const isChanged = (items: readonly ChecklistItem[], stored: Answers, typed: Answers): boolean =>
  items.some(({ code }) => !isSame(stored[code], typed[code]))

/** The limits of a number in words; undefined without limits. */
export function limitsOf({ lower, upper, unit }: Pick<ChecklistItem, 'lower' | 'upper' | 'unit'>): Words | undefined {
  const beside = unit ? ` ${unit}` : ''
  if (lower !== null && upper !== null) return { zh: `允许 ${lower} ~ ${upper}${beside}`, en: `Allowed: ${lower} to ${upper}${beside}` }
  if (lower !== null) return { zh: `允许 ≥ ${lower}${beside}`, en: `Allowed: at least ${lower}${beside}` }
  if (upper !== null) return { zh: `允许 ≤ ${upper}${beside}`, en: `Allowed: at most ${upper}${beside}` }
  return undefined
}

/** When an open checklist is due, seen from a day (YYYY-MM-DD). */
export type DueGroup = 'overdue' | 'today' | 'later'

/** The group of a due date; one without a date is due later. */
export const dueGroupOf = (dueDate: string | null | undefined, today: string): DueGroup =>
  !dueDate || dueDate > today ? 'later' : dueDate < today ? 'overdue' : 'today'
