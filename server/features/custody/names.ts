import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'

/** What departments, places and people are called, by id. */
export async function namesOf(tx: Transaction, ids: readonly unknown[]): Promise<ReadonlyMap<unknown, string>> {
  const wanted = [...new Set(ids.filter(Boolean))]
  if (wanted.length === 0) return new Map()
  const { rows } = await tx.run({
    text: `select id, full_name as name from location where tenant_id = $1 and id = any($2::uuid[])
      union all select id, dept_name from dept where tenant_id = $1 and id = any($2::uuid[])
      union all select id, real_name from app_user where tenant_id = $1 and id = any($2::uuid[])`,
    values: [tx.tenantId, wanted],
  })
  return new Map(rows.map((row) => [row.id, String(row.name)]))
}

/** What people call a card: name and number. */
export const cardName = (card: Row): string => [card.device_name, card.device_code].filter(Boolean).join(' ')
