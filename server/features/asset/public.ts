import type { Row } from '#server/db/query.ts'

// What a label or chip carries is once in a tenant; the numbers of the finance department and of the hospital are typed and may not be.
const codes = [
  ['rfid_code', 1],
  ['qr_token', 1],
  ['device_code', 1],
  ['assets_code', 2],
  ['asset_tag_no', 2],
] as const

/**
 * SQL of the cards that carry a code: `id` and `rank`, one index probe for each kind of code. `where`: the condition over the alias
 * `t`; `code`: the place of the code among the parameters.
 */
export const codeProbes = (where: string, code: string): string =>
  codes.map(([column, rank]) => `select t.id, ${rank} as rank from device t where ${where} and t.${column} = ${code}`).join(' union ')

/** The one card that a code means; undefined when none carries it or several cannot be told apart. */
export function meantBy(rows: readonly Row[]): string | undefined {
  for (const rank of [1, 2]) {
    const found = rows.filter((row) => row.rank === rank)
    if (found.length > 0) return found.length === 1 ? String(found[0]!.id) : undefined
  }
  return undefined
}

export { editMany } from './batch-answers.ts'
export { type Held, takenBack } from './card-on-day.ts'
export { demoCardsOf } from './demo-free-cards.ts'
export { matchKeepers } from './keeper-match.ts'
export { givingOut, refuseStopped, stateBehindStop, stopKindsOf } from './open-stops.ts'
export { codeOf } from './printed-code.ts'
export { liftStopOf, type NewStop, placeStop, tellStopped } from './stops.ts'
