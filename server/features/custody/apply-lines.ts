import { isOwnKind, namesModels } from '#contract/entities/custody/apply-kinds.ts'
import { deviceApply } from '#contract/entities/custody/device-apply.ts'
import { deviceApplyItem } from '#contract/entities/custody/device-apply-item.ts'
import { cutText } from '#contract/kit/fields/cut-text.ts'
import type { Problem } from '#contract/kit/fields/problem.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { type HookLines, hook } from '#server/kit/hooks.ts'
import { refusalOf } from '#server/kit/refuse.ts'

type Line = HookLines[string]['after'][number]

const { fields } = deviceApplyItem

/** The cards that lines name, by id. */
async function cardsOf(tx: Transaction, lines: readonly Line[]): Promise<ReadonlyMap<unknown, Row>> {
  const ids = lines.map((line) => line.deviceId).filter((id) => typeof id === 'string')
  if (ids.length === 0) return new Map()
  const { rows } = await tx.run({
    text: `select d.id, d.device_name, d.device_model, d.rfid_code, d.device_specs, d.use_dept_id, d.location_id
      from device d where d.tenant_id = $1 and d.id = any($2::uuid[]) and not d.is_deleted`,
    values: [tx.tenantId, ids],
  })
  return new Map(rows.map((row) => [row.id, row]))
}

/** Puts what the card says beside a line; answers what is wrong with the line. */
function fillLine(line: Line, at: number, kind: string, cards: ReadonlyMap<unknown, Row>): readonly Problem[] {
  const place = (name: string): string => `lines.${at}.${name}`
  line.type = kind
  line.quantity ??= 1
  if (namesModels(kind)) {
    if (line.deviceId) return [{ field: place('deviceId'), label: fields.device, rule: 'unknown' }]
    return line.itemName ? [] : [{ field: place('itemName'), label: fields.itemName, rule: 'required' }]
  }
  // A kind of the hospital's own is about a device, or about anything that has a name.
  if (!line.deviceId && line.itemName && isOwnKind(kind)) return []
  if (!line.deviceId) return [{ field: place('deviceId'), label: fields.device, rule: 'required' }]
  const card = cards.get(line.deviceId)
  if (!card) return [{ field: place('deviceId'), label: fields.device, rule: 'absent' }]
  Object.assign(line, {
    quantity: 1,
    itemName: card.device_name,
    deviceModel: card.device_model,
    rfidCode: card.rfid_code,
    deviceSpecs: card.device_specs,
    oldUseDeptId: card.use_dept_id,
    oldUseLocationId: card.location_id,
  })
  return []
}

/** Texts of all lines one after another, each once, cut at what the field of the header holds. */
const joined = (lines: readonly Line[], name: string): string | null => {
  const texts = [...new Set(lines.map((line) => line[name]).filter(Boolean))].join('、')
  return texts === '' ? null : texts.length > 200 ? `${cutText(texts, 199)}…` : texts
}

/** What all lines say; null where they differ. */
const common = (lines: readonly Line[], name: string): unknown => {
  const values = new Set(lines.map((line) => line[name] ?? null))
  return values.size === 1 ? [...values][0] : null
}

/** Reads lines by the kind of their application, and tells the header of their devices. */
async function fillLines(tx: Transaction, kind: string, lines: HookLines) {
  const after = lines.lines?.after
  if (!after) return {}
  const cards = await cardsOf(tx, after)
  const problems = after.flatMap((line, at) => fillLine(line, at, kind, cards))
  if (problems.length > 0) throw refusalOf(problems)
  return {
    device_name: joined(after, 'itemName'),
    rfid_code: joined(after, 'rfidCode'),
    device_specs: joined(after, 'deviceSpecs'),
    old_use_dept_id: common(after, 'oldUseDeptId') ?? null,
    old_use_location_id: common(after, 'oldUseLocationId') ?? null,
  }
}

hook(deviceApply, {
  async beforeAdd(context: Context, tx, { draft, lines }) {
    return { applicant_id: context.actor.userId, ...(await fillLines(tx, String(draft.type), lines)) }
  },
  async beforeChange(_, tx, { row, draft, lines }) {
    return fillLines(tx, String(draft.type ?? row.type), lines)
  },
})
