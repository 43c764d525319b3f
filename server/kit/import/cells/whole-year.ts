/** Expands a two-digit year to a year from 1950 to 2049. */
export const wholeYear = (digits: string): number =>
  digits.length > 2 ? Number(digits) : Number(digits) + (Number(digits) < 50 ? 2000 : 1900)
