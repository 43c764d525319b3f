import { location } from '#contract/entities/place/location.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import { hook } from '#server/kit/hooks.ts'
import { labelToken } from '#server/kit/label-token.ts'

const levels = Object.keys(location.fields.level.of)

/** A level stands directly below the one before it; a courtyard stands alone. */
async function refuseWrongLevel(tx: Transaction, level: unknown, parentId: unknown): Promise<void> {
  const place = levels.indexOf(String(level))
  const { rows } = parentId
    ? await tx.run({ text: 'select level from location where tenant_id = $1 and id = $2', values: [tx.tenantId, parentId] })
    : { rows: [] }
  const above = rows[0] ? levels.indexOf(String(rows[0].level)) : -1
  if (place === above + 1) return
  const words = location.fields.level.of as Readonly<Record<string, { zh: string; en: string }>>
  const own = words[String(level)]
  const needed = place > 0 ? words[levels[place - 1]!] : undefined
  throw needed
    ? new Refusal('rule', {
        zh: `“${own?.zh}”必须建在“${needed.zh}”之下`,
        en: `A ${own?.en.toLowerCase()} must stand below a ${needed.en.toLowerCase()}`,
      })
    : new Refusal('rule', { zh: `“${own?.zh}”是最上级，不能有上级位置`, en: `A ${own?.en.toLowerCase()} has no parent` })
}

hook(location, {
  async beforeAdd(_, tx, { draft }) {
    await refuseWrongLevel(tx, draft.level, draft.parentId)
    return draft.level === 'room' ? { qr_token: labelToken() } : undefined
  },
  async beforeChange(_, tx, { row, draft }) {
    if ('level' in draft && draft.level !== row.level) {
      const { rows } = await tx.run({
        text: 'select 1 from location where tenant_id = $1 and parent_id = $2 and not is_deleted limit 1',
        values: [tx.tenantId, row.id],
      })
      if (rows.length > 0)
        throw new Refusal('rule', { zh: '有下级位置时不能修改层级', en: 'The level cannot change while there are places below' })
    }
    if ('level' in draft || 'parentId' in draft)
      await refuseWrongLevel(tx, draft.level ?? row.level, 'parentId' in draft ? draft.parentId : row.parent_id)
    return undefined
  },
})
