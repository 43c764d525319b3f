import type { Transaction } from '#server/db/pool.ts'

/** A parameter with a number of days: its name, the days where a hospital has set none or nonsense, and its limits. */
export interface DaysParam {
  readonly key: string
  readonly usual: number
  readonly least: number
  readonly most: number
}

/** The value of a parameter of the hospital; undefined where it has none. */
export async function paramOf(tx: Transaction, key: string): Promise<string | undefined> {
  const { rows } = await tx.run({
    text: 'select param_value from param where tenant_id = $1 and param_key = $2 and not is_deleted',
    values: [tx.tenantId, key],
  })
  return rows[0] && String(rows[0].param_value ?? '').trim()
}

/** The days that a parameter of the hospital says. */
export async function daysOf(tx: Transaction, { key, usual, least, most }: DaysParam): Promise<number> {
  const text = (await paramOf(tx, key)) ?? ''
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0
  return days >= least && days <= most ? days : usual
}
