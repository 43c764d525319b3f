import { cutText } from '../../kit/fields/cut-text.ts'
import { homeDay } from '../../kit/time/day.ts'
import type { Language, Words } from '../../kit/words.ts'
import type { ApplyKind } from './apply-kinds.ts'

/** One line as a title names it. */
export interface TitledLine {
  readonly name: string
  /** The number of the device. */
  readonly code?: string | null | undefined
  readonly quantity: number
}

export interface Titled {
  readonly kind: string
  /** What the hospital calls the kind. */
  readonly words: Words
  readonly lines: readonly TitledLine[]
  /** What an application without lines is about. */
  readonly about?: string | null | undefined
  /** ISO 8601. */
  readonly returnTime?: string | null | undefined
  readonly useDeptName?: string | null | undefined
  /** When the application is made: its year is not said again. */
  readonly now: Date
}

/** What a title ends with, by kind: until when, or where to. */
const endings: Partial<Record<ApplyKind, 'until' | 'to'>> = { borrow: 'until', allot: 'to' }

/** Longest title, and longest piece of a free text in one. */
const [most, mostOfText] = [120, 30]

const shortDay = (iso: string, now: Date): string => {
  const day = homeDay(new Date(iso))
  return day.slice(0, 4) === homeDay(now).slice(0, 4) ? day.slice(5) : day
}

function endOf({ kind, returnTime, useDeptName, now }: Titled, language: Language): string {
  const ending = endings[kind as ApplyKind]
  if (ending === 'until' && returnTime) return `${language === 'zh' ? ' 至 ' : ' until '}${shortDay(returnTime, now)}`
  if (ending === 'to' && useDeptName) return `${language === 'zh' ? ' 至 ' : ' to '}${useDeptName}`
  return ''
}

/** Devices of one name by number, several names by the first of them. */
function whatOf({ lines, about }: Titled, language: Language): string {
  const [first] = lines
  if (!first) return about ? cutText(about.replace(/\s+/g, ' '), mostOfText) : ''
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  if (lines.some(({ name }) => name !== first.name))
    return language === 'zh' ? `${first.name}等 ${count} 台` : `${first.name} and ${count - first.quantity} more`
  if (count > 1) return language === 'zh' ? `${count} 台${first.name}` : `${count} × ${first.name}`
  return [first.name, first.code].filter(Boolean).join(' ')
}

/**
 * The title of an application for which none was typed: 借用 2 台输液泵 至 12-05, 借用 输液泵 B-12 至 12-05, 调拨 输液泵等 3 台 至 骨科. At most 120
 * characters: long names are cut, the end stays.
 */
export function applyTitleOf(given: Titled, language: Language): string {
  const kind = given.words[language]
  const end = cutText(endOf(given, language), 60)
  const what = whatOf(given, language)
  if (!what) return cutText(language === 'zh' ? `${kind}申请${end}` : `${kind} application${end}`, most)
  const room = most - kind.length - 1 - end.length
  return `${kind} ${what.length > room ? `${cutText(what, room - 1)}…` : what}${end}`
}
