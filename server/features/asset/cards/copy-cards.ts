import { device } from '#contract/entities/asset/device/device.ts'
import { ownOfCard } from '#contract/entities/asset/device/device-batch.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { View } from '#contract/kit/entity/view.ts'
import type { Parsed } from '#contract/kit/fields/parse.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { hooksOf } from '#server/kit/hooks.ts'
import { record } from '#server/kit/steps/event.ts'
import { columnName } from '#server/kit/table.ts'
import { refuseRetired } from '#server/kit/write/refuse-retired.ts'
import { add } from '#server/kit/write/write-row.ts'

/** What a new card takes over from another: all that does not name the one device. */
function takenOver(view: View, row: Row): Parsed {
  const own = (row.custom ?? {}) as Row
  return Object.fromEntries(
    Object.entries(view.fields).flatMap(([name, field]) => {
      if (field.readOnly || field.unique || field.computed || ownOfCard.has(name)) return []
      const value = view.custom.has(name) ? own[name] : row[columnName(name, field)]
      return value === null || value === undefined ? [] : [[wireName(name, field), value]]
    }),
  )
}

/** Adds a card like a locked one, `said` in place of what it says. Answers its id. */
export async function addLike(context: Context, tx: Transaction, row: Row, said: Parsed): Promise<string> {
  const shown = context.actor.settings.view(device)
  // What the hospital hides goes with the others: the books still charge a card by it.
  const view = { ...shown, fields: { ...device.fields, ...shown.fields } }
  const { useDept, location, keeper } = device.fields
  const draft = { ...takenOver(view, row), ...told(said) }
  // A copy keeps what describes the device; where it stands and with whom is newly chosen.
  await refuseRetired(context, tx, { useDept, location, keeper }, draft)
  const { id } = await add(view, { ...context, carries: true }, tx, { draft, lines: new Map() }, undefined)
  await hooksOf(device)?.afterSave?.(context, tx, { id, draft, isNew: true, lines: {} })
  return id
}

const told = (said: Parsed): Parsed => Object.fromEntries(Object.entries(said).filter(([, value]) => value !== null && value !== undefined))

/** Makes so many cards like a locked one, `beside` in place of what it says; answers their ids and numbers. */
export async function copyCards(context: Context, tx: Transaction, row: Row, copies: number, beside: Parsed) {
  const ids: string[] = []
  for (let made = 0; made < copies; made++) ids.push(await addLike(context, tx, row, beside))
  const { rows } = await tx.run({
    text: 'select id, device_code from device where tenant_id = $1 and id = any($2::uuid[]) order by device_code',
    values: [tx.tenantId, ids],
  })
  const codes = rows.map((one) => String(one.device_code))
  record(context, tx, {
    entity: device.name,
    entityId: String(row.id),
    verb: 'copy',
    version: Number(row.version),
    input: { codes: codes.length > 1 ? `${codes[0]} – ${codes.at(-1)}` : codes[0] },
  })
  return { ids: rows.map((one) => String(one.id)), codes }
}
