import { monthsAfter } from '#contract/kit/day.ts'
import type { Field } from '#contract/kit/field.ts'
import type { ImportFacts } from '#contract/kit/import-facts.ts'
import { isDay } from '#contract/kit/moment.ts'
import type { View } from '#contract/kit/view.ts'
import type { Words } from '#contract/kit/words.ts'
import type { Cell } from './cell.ts'
import { type CellOutcome, dayOf, isBareAmount } from './cell-values.ts'
import { cellText } from './headings.ts'
import { countedFrom, lengthOf, lengthWords } from './lengths.ts'

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
