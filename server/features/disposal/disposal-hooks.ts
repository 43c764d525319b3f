import { device } from '#contract/entities/asset/device/device.ts'
import { isForeign } from '#contract/entities/asset/device/ownership.ts'
import { deviceDisposal } from '#contract/entities/disposal/device-disposal.ts'
import { disposalTypes } from '#contract/entities/disposal/disposal-states.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { cutText } from '#contract/kit/fields/cut-text.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { isSummedSql } from '#server/kit/counts/summed.ts'
import { type HookLines, hook } from '#server/kit/hooks.ts'

/** What cards say now of the devices of lines; net values are those of the main book. A device of another owner has no value for the hospital. */
const isOwned = isSummedSql(device, 'originalValue', 'd')
export async function cardsOf(tx: Transaction, ids: readonly unknown[]): Promise<ReadonlyMap<string, Row>> {
  const { rows } = await tx.run({
    text: `select d.id, d.device_name, d.device_code, d.assets_code, d.ownership, case when ${isOwned} then d.original_value end as original_value,
        case when ${isOwned} then b.net_value end as net_value from device d
      left join device_depreciation b on b.tenant_id = d.tenant_id and b.device_id = d.id and b.rule_id = (select r.id from depreciation_rule r
        where r.tenant_id = $1 and not r.is_deleted order by coalesce(r.is_main, 0) desc, r.rule_set desc, r.id limit 1)
      where d.tenant_id = $1 and d.id = any($2::uuid[])`,
    values: [tx.tenantId, ids],
    once: true,
  })
  return new Map(rows.map((row) => [String(row.id), row]))
}

/** Refuses to return a device that the hospital owns, and to dispose in another way of one that belongs to another owner. */
export function refuseOwnership(cards: ReadonlyMap<string, Row>, type: unknown): void {
  const isReturn = type === 'giveBack'
  const other = [...cards.values()].find(({ ownership }) => isForeign(ownership) !== isReturn)
  if (!other) return
  const of = `${other.device_name} ${other.device_code ?? ''}`.trim()
  throw new Refusal(
    'rule',
    isReturn
      ? { zh: `“${of}”属于本院，不能归还产权方`, en: `“${of}” belongs to the hospital, so there is no owner to return it to` }
      : {
          zh: `“${of}”不属于本院，处置方式只能是归还产权方`,
          en: `“${of}” does not belong to the hospital: it can only be returned to its owner`,
        },
    [{ field: 'disposalType' }],
  )
}

/** Puts what the cards say beside the devices; answers what the header says of them. */
async function filled(
  tx: Transaction,
  lines: HookLines,
  type: unknown,
): Promise<{ assetsCode: string | null; names: readonly string[] } | undefined> {
  const open = lines.lines
  if (!open) return undefined
  const cards = await cardsOf(
    tx,
    open.after.map((line) => line.deviceId),
  )
  refuseOwnership(cards, type)
  const found = open.after.flatMap((line) => {
    const card = cards.get(String(line.deviceId))
    if (!card) return []
    Object.assign(line, {
      deviceCode: card.device_code,
      assetsCode: card.assets_code,
      originalValue: card.original_value,
      netValue: card.net_value ?? null,
    })
    return [card]
  })
  const codes = found.flatMap((card) => (card.assets_code ? [String(card.assets_code)] : []))
  const { max } = deviceDisposal.fields.assetsCode
  return { assetsCode: codes.length > 0 ? cutText(codes.join('、'), max) : null, names: found.map((card) => String(card.device_name)) }
}

/** A title for an application without one: kind, first device, how many. */
function titleOf(type: unknown, names: readonly string[]): string {
  const kind = disposalTypes[type as keyof typeof disposalTypes]?.zh ?? ''
  const more = names.length > 1 ? `等 ${names.length} 台` : ''
  return cutText(`${kind}${names[0] ?? ''}${more}`, deviceDisposal.fields.applyTitle.max)
}

hook(deviceDisposal, {
  async beforeAdd(context, tx, { draft, lines }) {
    const type = draft.disposalType ?? 'scrap'
    const told = await filled(tx, lines, type)
    return {
      applicant_id: context.actor.userId,
      assets_code: told?.assetsCode ?? null,
      ...(draft.applyTitle ? {} : { apply_title: titleOf(type, told?.names ?? []) }),
    }
  },
  async beforeChange(_context, tx, { row, draft, lines }) {
    const told = await filled(tx, lines, draft.disposalType ?? row.disposal_type)
    return told && { assets_code: told.assetsCode }
  },
})
