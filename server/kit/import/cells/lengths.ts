import type { View } from '#contract/kit/entity/view.ts'
import type { Field } from '#contract/kit/fields/field.ts'
import type { ImportFacts } from '#contract/kit/sheets/import-facts.ts'
import { monthsAfter } from '#contract/kit/time/day.ts'
import { isDay } from '#contract/kit/time/moment.ts'
import type { Words } from '#contract/kit/words.ts'
import { cellText } from '../table/headings.ts'
import type { Cell } from './cell.ts'
import { type CellOutcome, dayOf, isBareAmount, plain } from './cell-values.ts'

const numerals = '一二三四五六七八九十'
const written = new RegExp(`^(\\d{1,3}(?:\\.\\d+)?|[半两${numerals}])\\s*(?:(年|years?|yrs?)|(?:个?月|months?|mths?))?$`, 'i')

/** Larger numbers without a unit are months or mistakes, not years. */
const mostYears = 50

const numberOf = (text: string): number =>
  text === '半' ? 0.5 : text === '两' ? 2 : numerals.includes(text) ? numerals.indexOf(text) + 1 : Number(text)

/**
 * A duration in months, and whether the unit comes from the heading only. `months` is absent if neither cell nor heading states the unit.
 */
export interface Length {
  readonly months?: number
  readonly isByHeading: boolean
}

/** Parses a duration as people write it, such as `5年`, `60个月`, `三年`, or a number under 年限 or `(months)`; undefined if it is none. */
export function lengthOf(cell: Cell, heading: string): Length | undefined {
  const found = written.exec(plain(String(cell)))
  if (!found) return undefined
  const said = numberOf(found[1]!)
  const isBare = /^[\d.]+$/.test(plain(String(cell)))
  const inMonths = isBare ? /月|months?\b/i.test(heading) : found[2] === undefined
  const inYears = isBare ? !inMonths && /年|\b(?:years?|yrs?)\b/i.test(heading) : found[2] !== undefined
  if (isBare && !inMonths && (!inYears || said > mostYears)) return { isByHeading: true }
  const months = Math.round(said * (inMonths ? 1 : 12) * 100) / 100
  return { months, isByHeading: isBare }
}

/** Messages about durations. */
export const lengthWords = {
  unclear: { zh: '没有写明是年还是月', en: 'does not say whether it is in years or months' },
  noStart: { zh: '是一段时长，这一行没有可起算的日期', en: 'is a length of time, and the row has no date to count it from' },
  inYears: { zh: '按表头的年换算成月', en: 'is in years by its heading and becomes months' },
} as const satisfies Record<string, Words>

/** The message about an end date that is counted from another date. */
export const countedFrom = (from: Words): Words => ({
  zh: `是一段时长，从${from.zh}起算`,
  en: `is a length of time, counted from ${from.en}`,
})

/** Parses durations in fields that hold months, and in dates that may be counted from others; returns undefined for every other cell. */
export function lengthReader(view: View, { months = [], lengthFrom = {} }: ImportFacts) {
  return (
    name: string,
    field: Field,
    cell: Exclude<Cell, null>,
    heading: string,
    isMonthFirst: boolean,
    draft: Readonly<Record<string, unknown>>,
    note: (words: Words) => void,
  ): CellOutcome | undefined => {
    const starts = Object.hasOwn(lengthFrom, name) ? lengthFrom[name]! : undefined
    if (!starts && !months.includes(name)) return undefined
    if (starts && dayOf(cell, isMonthFirst) !== undefined) return undefined
    // Under the name of the field itself, a bare number is already in months.
    const isFieldName = !starts && [field.zh, field.en].includes(heading)
    const length = isFieldName && isBareAmount(cell) ? undefined : lengthOf(cell, heading)
    if (!length) return undefined
    if (length.months === undefined) return starts || /年|life/i.test(heading) ? { grade: 'error', words: lengthWords.unclear } : undefined
    if (!starts) {
      if (length.isByHeading && String(length.months) !== cellText(cell)) note(lengthWords.inYears)
      return { value: length.months }
    }
    const start = starts.find((one) => isDay(String(draft[one] ?? '')))
    if (start === undefined) return { grade: 'error', words: lengthWords.noStart }
    note(countedFrom(view.fields[start]!))
    return { value: monthsAfter(String(draft[start]), Math.round(length.months)) }
  }
}
