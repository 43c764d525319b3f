/** A whole number from 0 below `most` that is the same for the same row in every run, as SQL over the number `i`. */
export const pick = (seed: number, most: number): string => `((hashint8extended(i, ${seed}) & 9223372036854775807) % ${most})::int`

/** One of some texts, as SQL; `at`: SQL of its place from 0. */
export const oneOf = (texts: readonly string[], at: string): string => `(array[${texts.map((text) => `'${text}'`).join(',')}])[1 + ${at}]`

/** A UUID of version 7 as SQL. `at`: SQL of a moment; `seed`: SQL of a text that no other id of that moment has. */
export const idAt = (at: string, seed: string): string => {
  const hash = `md5(${seed})`
  const moment = `lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0')`
  return `overlay(overlay(${moment} || substr(${hash}, 1, 20) placing '7' from 13) placing '8' from 17)::uuid`
}
