import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'

/** Pieces by name; names are compared without case and spaces around them. */
type Pieces = ReadonlyMap<string, number>

export interface Delivered {
  readonly planned: Pieces
  /** What came in by the entries that are done, without the entry that is looked at. */
  readonly before: Pieces
  /** What this entry brings. */
  readonly own: Pieces
}

const sum = (pieces: Pieces): number => [...pieces.values()].reduce((all, one) => all + one, 0)

const keyed = (rows: readonly Row[]): Pieces => new Map(rows.map((row) => [String(row.name), Number(row.pieces)]))

const received = `select lower(btrim(l.item_name)) as name, sum(l.quantity)::int as pieces from warehouse_entry_line l
  join warehouse_entry e on e.tenant_id = l.tenant_id and e.id = l.entry_id
  where l.tenant_id = $1 and l.line_kind <> 'accessory'`

const none = '00000000-0000-0000-0000-000000000000'

/** The pieces that a plan asks for and that came in by it. The plan is locked, so that two entries at once are counted one after the other. */
export async function deliveredOf(tx: Transaction, planId: unknown, entryId: unknown = none): Promise<Delivered> {
  const [planned, before, own] = await Promise.all([
    tx.run({
      text: 'select lower(btrim(device_name)) as name, sum(quantity)::int as pieces from purchase_plan_line where tenant_id = $1 and plan_id = $2 group by 1',
      values: [tx.tenantId, planId],
    }),
    tx.run({
      text: `${received} and e.plan_id = $2 and e.id <> $3 and e.entry_status = 'done' and not e.is_deleted group by 1`,
      values: [tx.tenantId, planId, entryId],
    }),
    tx.run({ text: `${received} and e.id = $2 group by 1`, values: [tx.tenantId, entryId] }),
  ])
  return { planned: keyed(planned.rows), before: keyed(before.rows), own: keyed(own.rows) }
}

/** Whether every planned piece has come in, with this entry or without it. */
export const isComplete = ({ planned, before, own }: Delivered, withOwn: boolean): boolean =>
  sum(before) + (withOwn ? sum(own) : 0) >= sum(planned)

/** Refuses more pieces than the plan still waits for, of one name or in all, and says how many these are. */
export function refuseMore(plan: Row, { planned, before, own }: Delivered): void {
  const title = String(plan.plan_title)
  const refuse = (rest: number, wanted: number, name?: string): never => {
    const [zh, en] = name === undefined ? ['', ''] : [`的“${name}”`, ` of “${name}”`]
    throw new Refusal('rule', {
      zh: `采购计划“${title}”${zh}还可入库 ${rest} 件，本次为 ${wanted} 件；需要更多请另立采购计划`,
      en: `The purchase plan “${title}” has ${rest} left to receive${en}, not ${wanted}. Create another plan for more`,
    })
  }
  for (const [name, wanted] of own) {
    const most = planned.get(name)
    const rest = Math.max(0, (most ?? 0) - (before.get(name) ?? 0))
    if (most !== undefined && wanted > rest) refuse(rest, wanted, name)
  }
  const rest = Math.max(0, sum(planned) - sum(before))
  if (sum(own) > rest) refuse(rest, sum(own))
}
