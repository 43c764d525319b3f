import { homeDay } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'

/**
 * The next number by a rule such as `ZC-{yyyy}-000000`: the zeros become a serial number of at least that many digits, which restarts every
 * year. Numbers are unique; a transaction that is rolled back leaves no gap.
 */
export async function nextNumber(tx: Transaction, entity: string, rule: string): Promise<string> {
  return (await nextNumbers(tx, entity, rule, 1))[0]!
}

/**
 * Advances the counter past numbers that imported rows bring, so that the rule never issues them again. Ignores numbers that do not follow
 * the rule.
 */
export function advanceCounter(tx: Transaction, entity: string, rule: string, given: readonly string[]): void {
  const [before = '', zeros = ''] = /^(.*?)(0+)$/.exec(rule)?.slice(1) ?? []
  const [head = '', tail] = before.split('{yyyy}')
  const highest = new Map<string, number>()
  for (const number of given) {
    const year = tail === undefined ? '' : number.slice(head.length, head.length + 4)
    const dated = tail === undefined ? head : `${head}${year}${tail}`
    const serial = number.slice(dated.length)
    // A few digits more than the rule has are plausible; more are a mistake.
    if (!number.startsWith(dated) || !/^\d{0,4}$/.test(year) || !/^\d+$/.test(serial) || serial.length > zeros.length + 2) continue
    const key = `${entity} ${dated}${zeros}`
    highest.set(key, Math.max(highest.get(key) ?? 0, Number(serial)))
  }
  for (const [key, value] of highest)
    tx.later({
      text: 'insert into number_counter (tenant_id, key, value) values ($1, $2, $3) on conflict (tenant_id, key) do update set value = greatest(number_counter.value, excluded.value)',
      values: [tx.tenantId, key, value],
    })
}

/** `count` consecutive numbers by a rule, the lowest first. */
export async function nextNumbers(tx: Transaction, entity: string, rule: string, count: number): Promise<string[]> {
  const year = homeDay(new Date()).slice(0, 4)
  const dated = rule.replace('{yyyy}', year)
  const { rows } = await tx.run({
    text: `insert into number_counter (tenant_id, key, value) values ($1, $2, $3) on conflict (tenant_id, key) do update set value = number_counter.value + excluded.value returning value`,
    values: [tx.tenantId, `${entity} ${dated}`, count],
  })
  const last = Number(rows[0]!.value)
  return Array.from({ length: count }, (_, index) =>
    dated.replace(/0+$/, (zeros) => String(last - count + 1 + index).padStart(zeros.length, '0')),
  )
}
