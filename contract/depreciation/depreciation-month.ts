import { daysAfter } from '../kit/time/day.ts'

/** Months since year 0 of a month or day: `2026-07`, `2026-07-10`. */
export const monthNumber = (text: string): number => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7)) - 1

/** The inverse: months since year 0 as text. */
export const monthText = (month: number): string =>
  `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`

/** The last day of a month, its posting date. */
export const lastDay = (month: number): string => daysAfter(`${monthText(month + 1)}-01`, -1)
