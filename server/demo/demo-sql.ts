/** SQL of a pseudo-random integer from 0 up to but excluding `most`, from the number `i`; the same for the same row in every run. */
export const pick = (seed: number, most: number): string => `((hashint8extended(i, ${seed}) & 9223372036854775807) % ${most})::int`

/** SQL of one of several texts; `at`: SQL of its index from 0. */
export const oneOf = (texts: readonly string[], at: string): string => `(array[${texts.map((text) => `'${text}'`).join(',')}])[1 + ${at}]`

/** SQL of a UUID of version 7. `at`: SQL of its timestamp; `seed`: SQL of a text that is unique for that timestamp. */
export const idAt = (at: string, seed: string): string => {
  const hash = `md5(${seed})`
  const moment = `lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0')`
  return `overlay(overlay(${moment} || substr(${hash}, 1, 20) placing '7' from 13) placing '8' from 17)::uuid`
}
