import { serialsIn } from '#contract/codes/serials.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import type { warehouseEntryLine } from '#contract/entities/place/warehouse-entry-line.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Parsed } from '#contract/kit/fields/parse.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { hooksOf } from '#server/kit/hooks.ts'
import { lockSeen } from '#server/kit/write/lock.ts'
import { remove } from '#server/kit/write/remove.ts'
import { add } from '#server/kit/write/write-row.ts'

/** A line of an entry with SQL column names. */
export type EntryLine = Row & { readonly line_kind: keyof (typeof warehouseEntryLine)['fields']['lineKind']['of'] }

const given = (draft: Parsed): Parsed => Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== null))

/** What a card of a line says; the rest of it is filled in when it is filed. */
const cardOf = (entry: Row, line: Row, parentId: string | null, sn: string | undefined): Parsed =>
  given({
    deviceName: line.item_name,
    sn: sn ?? null,
    deviceModel: line.model,
    manufacturer: line.manufacturer,
    registrationNo: line.registration_no,
    classifyId: line.classify_id,
    assetsCategoryId: line.assets_category_id,
    originalValue: line.unit_price,
    warrantyEnd: line.warranty_end,
    supplierId: entry.supplier_id,
    contractNo: entry.contract_no,
    invoiceNo: entry.invoice_no,
    fundSource: entry.fund_source,
    purchaseDate: entry.entry_date,
    acceptanceDate: entry.acceptance_date,
    useDeptId: entry.dept_id,
    parentId,
  })

/** Makes the cards of the lines, numbered in their order. Answers the ids of the cards of each line. */
export async function makeCards(
  context: Context,
  tx: Transaction,
  entry: Row,
  lines: readonly EntryLine[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const view = context.actor.settings.view(device)
  const carrying: Context = { ...context, carries: true }
  const made = new Map<string, string[]>()
  let parents: readonly string[] = []
  for (const line of lines) {
    if (line.line_kind === 'part') continue
    const ids: string[] = []
    const serials = serialsIn(line.serials as string | null)
    const each = line.line_kind === 'accessory' ? Number(line.quantity) / parents.length : 0
    for (let n = 0; n < Number(line.quantity); n++) {
      const draft = cardOf(entry, line, each > 0 ? parents[Math.floor(n / each)]! : null, serials[n])
      const { id } = await add(view, carrying, tx, { draft, lines: new Map() }, undefined)
      await hooksOf(device)?.afterSave?.(context, tx, { id, draft, isNew: true, lines: {} })
      ids.push(id)
    }
    if (line.line_kind === 'device') parents = ids
    made.set(String(line.id), ids)
  }
  return made
}

const untouched: ReadonlySet<unknown> = new Set(['draft', 'pending', 'returned'])

/** Removes the cards of an entry that is taken back. Refuses when one of them has left the warehouse, was filed, or is outside the person's scope. */
export async function removeCards(context: Context, tx: Transaction, entry: Row, lines: readonly EntryLine[]): Promise<void> {
  const ids = lines.flatMap((line) => (line.cards ?? []) as readonly string[])
  if (ids.length === 0) return
  const rows = await lockSeen(device, context, tx, ids)
  const moved = rows.find(
    (row) =>
      row.eam_status !== 'in_stock' || !untouched.has(row.filing_status) || row.use_dept_id !== entry.dept_id || row.location_id !== null,
  )
  if (moved)
    throw new Refusal('rule', {
      zh: `设备 ${moved.device_code} 已建档或已离开库房，不能取消入库`,
      en: `Device ${moved.device_code} was filed or has left the warehouse, so the entry cannot be cancelled`,
    })
  // A card that was removed meanwhile is gone; one that the person does not see is not taken away unseen.
  const { rows: left } = await tx.run({
    text: 'select count(*)::int as n from device where tenant_id = $1 and id = any($2::uuid[]) and not is_deleted',
    values: [tx.tenantId, ids],
  })
  if (Number(left[0]!.n) !== rows.length) throw new Refusal('not_found', { what: device })
  // A card that a record names is not removed; the numbers stay on the entry.
  await tx.run({
    text: 'update warehouse_entry_line set cards = null, version = version + 1, updated_at = now() where tenant_id = $1 and entry_id = $2',
    values: [tx.tenantId, entry.id],
  })
  const view = context.actor.settings.view(device)
  // Attached cards first: a card that others are attached to is not removed.
  for (const isAttached of [true, false]) {
    const some = rows.filter((row) => (row.parent_id !== null) === isAttached).map((row) => String(row.id))
    if (some.length > 0) await remove(view, context, tx, some)
  }
}
