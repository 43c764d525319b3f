import type { ChangeKind } from '#contract/entities/asset/device/value-change.ts'
import type { Parsed } from '#contract/kit/fields/parse.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Query } from '#server/db/query.ts'
import type { Wrong } from '../close/moves.ts'

/** A change of what cards are charged by, while it is being saved. `why`: what was changed in words. */
export interface ValueChange {
  readonly kind: ChangeKind
  readonly why: string
  readonly reason: string | null
  /** Whether it may change what was posted. */
  readonly isAmount: boolean
  /** The department, fund or shares of funds that were wrong. */
  readonly wrong?: Wrong | undefined
  /** Whether the device belonged to another owner, so that nothing of it was charged by what it said. */
  readonly wasForeign?: boolean
}

const open = new WeakMap<Transaction, Map<string, ValueChange>>()

/** Keeps a change between the hooks before and after its row is written. */
export function begin(tx: Transaction, id: string, change: ValueChange): void {
  const known = open.get(tx) ?? new Map<string, ValueChange>()
  open.set(tx, known.set(id, change))
}

/** The change that was begun for a row, once. */
export function taken(tx: Transaction, id: string): ValueChange | undefined {
  const found = open.get(tx)?.get(id)
  open.get(tx)?.delete(id)
  return found
}

export const kindOf = (told: Parsed): ChangeKind | undefined => (told.changeKind ?? undefined) as ChangeKind | undefined
export const reasonOf = (told: Parsed): string | null => (told.changeReason ? String(told.changeReason) : null)

interface Follow {
  readonly id: string
  readonly why: string | null
}

/** What a correction calls wrong has never held. The rows are those that this transaction kept. */
const forget = (tenantId: string, rows: readonly Follow[]): Query => ({
  text: `delete from depreciation_term where tenant_id = $1 and owner_id = any($2::uuid[]) and field <> 'status' and xmin = pg_current_xact_id()::xid`,
  values: [tenantId, rows.map(({ id }) => id)],
  once: true,
})

/** What a device of another owner said holds no longer in the month in which it is bought: what is said of it then holds at once. */
const endBefore = (tenantId: string, rows: readonly Follow[]): Query => ({
  text: `update depreciation_term t set last_month = t.last_month - 1
    where t.tenant_id = $1 and t.owner_id = any($2::uuid[]) and t.field not in ('status', 'ownership', 'dept') and t.xmin = pg_current_xact_id()::xid
      and not exists (select 1 from depreciation_term o where o.tenant_id = t.tenant_id and o.owner_id = t.owner_id and o.field = t.field
        and o.last_month = t.last_month - 1)`,
  values: [tenantId, rows.map(({ id }) => id)],
  once: true,
})

/** Why a value was lowered is said by the impairment that may follow. */
const explain = (tenantId: string, rows: readonly Follow[]): Query => ({
  text: `update depreciation_term t set reason = v.why from unnest($2::uuid[], $3::text[]) v(id, why)
    where t.tenant_id = $1 and t.owner_id = v.id and t.field = 'value' and t.xmin = pg_current_xact_id()::xid`,
  values: [tenantId, rows.map(({ id }) => id), rows.map(({ why }) => why)],
  once: true,
})

/** Cards whose posted months are charged again; the next month posts the difference and says why. `by`: whether the ids are of devices or of cards in a book. */
const mark =
  (by: 'id' | 'device_id') =>
  (tenantId: string, rows: readonly Follow[]): Query => ({
    text: `update device_depreciation b set correction = left(concat_ws('；', b.correction, v.why), 2000)
    from unnest($2::uuid[], $3::text[]) v(id, why)
    where b.tenant_id = $1 and b.${by} = v.id and (b.progress ? 'stretch' or b.progress->>'charged' <> '0')`,
    values: [tenantId, rows.map(({ id }) => id), rows.map(({ why }) => why)],
    once: true,
  })
const marks = { device: mark('device_id'), card: mark('id') }

interface Misfiled {
  readonly id: string
  readonly wrong: Wrong & { readonly why: string }
}

/** Cards that months charged to a wrong department or fund: the next month moves what was posted. Shares of funds were wrong since they last changed (`split`). */
const misfile =
  (by: 'id' | 'device_id') =>
  (tenantId: string, rows: readonly Misfiled[]): Query => ({
    text: `update device_depreciation b set misfiled = coalesce(b.misfiled, '[]') || case when v.wrong ? 'split' then v.wrong || jsonb_build_object('split',
        coalesce((select max(h.last_month) + 1 from depreciation_term h where h.tenant_id = b.tenant_id and h.owner_id = b.id and h.field = 'funds'), 0))
      else v.wrong end
      from (select u.id, u.wrong::jsonb as wrong from unnest($2::uuid[], $3::text[]) u(id, wrong)) v
      where b.tenant_id = $1 and b.${by} = v.id and (b.progress ? 'stretch' or b.progress->>'charged' <> '0')`,
    values: [tenantId, rows.map(({ id }) => id), rows.map(({ wrong }) => JSON.stringify(wrong))],
    once: true,
  })
const misfiles = { device: misfile('device_id'), card: misfile('id') }

/** Settles what follows from a change once its row is written. */
export function settle(tx: Transaction, of: keyof typeof marks, id: string): void {
  const change = taken(tx, id)
  if (!change) return
  const why = [change.why, change.reason].filter(Boolean).join('：')
  if (change.kind === 'correction') {
    tx.gather(forget, { id, why: null })
    if (change.isAmount) tx.gather(marks[of], { id, why })
    if (change.wrong) tx.gather(misfiles[of], { id, wrong: { ...change.wrong, why } })
    return
  }
  if (change.reason) tx.gather(explain, { id, why: change.reason })
  if (change.wasForeign) tx.gather(endBefore, { id, why: null })
}
