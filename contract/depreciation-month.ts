import { daysAfter } from './kit/day.ts'

/** Months since the year 0, of a month or a day: `2026-07`, `2026-07-10`. */
export const monthNumber = (text: string): number => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7)) - 1

/** The text of a number of months since the year 0. */
export const monthText = (month: number): string =>
  `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`

/** The last day of a month, on which it is posted. */
export const lastDay = (month: number): string => daysAfter(`${monthText(month + 1)}-01`, -1)
