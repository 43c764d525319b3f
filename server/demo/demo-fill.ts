import type pg from 'pg'
import { readAs, writeAs } from '../db/pool.ts'
import { addDemoCards } from './demo-register.ts'

/** The number of cards before, and of those added. */
export interface Filled {
  readonly before: number
  readonly added: number
}

const perTransaction = 5000

/** The number of cards in a tenant's register. */
export async function cardsOf(pool: pg.Pool, tenantId: string): Promise<number> {
  const [count] = await readAs(pool, tenantId, [
    { text: `select coalesce(sum(n), 0)::int as n from device_count where tenant_id = $1 and dim = ''`, values: [tenantId] },
  ])
  return Number(count!.rows[0]!.n)
}

/**
 * Fills a tenant's register with plausible cards and their history until it has `wanted` of them; phones, searches and counts treat them
 * like any other card. Each batch of 5,000 is one transaction, so that an interrupted fill resumes. `stopped` is checked before each.
 */
export async function fillRegister(
  pool: pg.Pool,
  tenantId: string,
  wanted: number,
  onAdded: (standing: number) => void = () => undefined,
  stopped: () => boolean = () => false,
): Promise<Filled> {
  const before = await cardsOf(pool, tenantId)
  const missing = Math.max(0, wanted - before)
  const [counter, maker] = await readAs(pool, tenantId, [
    {
      text: `select coalesce(max(value), 0)::int as last from number_counter where tenant_id = $1 and key like 'device %'`,
      values: [tenantId],
    },
    {
      text: `select u.id from app_user u join role r on r.tenant_id = u.tenant_id and r.id = u.role_id where u.tenant_id = $1 and not u.is_deleted
        order by r.role_alias <> 'equipment_manager', u.created_at, u.id limit 1`,
      values: [tenantId],
    },
  ])
  const first = Number(counter!.rows[0]!.last) + 1
  const run = { maker: String(maker!.rows[0]!.id), first, last: first + missing - 1 }
  let next = first
  let added = 0
  const write = async (): Promise<void> => {
    while (next <= run.last && !stopped()) {
      const from = next
      const to = Math.min(run.last, from + perTransaction - 1)
      next = to + 1
      await writeAs(pool, tenantId, (tx) => addDemoCards(tx, from, to, run))
      added += to - from + 1
      onAdded(before + added)
    }
  }
  // Two writers: one writes while the other's transaction is planned and logged. More would only compete for the same cores.
  await Promise.all([write(), write()])
  return { before, added }
}

/** Updates statistics and indexes as the database's own maintenance would do over time. `owner`: connected as the owner of the tables. */
export async function settleRegister(owner: pg.Client | pg.Pool): Promise<void> {
  await owner.query(`select gin_clean_pending_list('device_grams')`)
  for (const table of ['device', 'sync_change', 'audit_event', 'device_count', 'number_counter'])
    await owner.query(`vacuum (analyze) ${table}`)
}
