import { location } from '#contract/entities/place/location.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Words } from '#contract/kit/words.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { hook } from '#server/kit/hooks.ts'
import type { RowCheck } from '#server/kit/import/rows/row-checks.ts'
import { joinName } from './full-name.ts'
import { labelToken } from './public.ts'

const levels = Object.keys(location.fields.level.of)

/** A level stands directly below the one before it; a courtyard stands alone. `above`: the level of what it stands below. */
function levelFault(level: unknown, above: unknown): Words | undefined {
  const place = levels.indexOf(String(level))
  if (place === levels.indexOf(String(above)) + 1) return undefined
  const words = location.fields.level.of as Readonly<Record<string, { zh: string; en: string }>>
  const own = words[String(level)]
  const needed = place > 0 ? words[levels[place - 1]!] : undefined
  return needed
    ? { zh: `“${own?.zh}”必须建在“${needed.zh}”之下`, en: `A ${own?.en.toLowerCase()} must stand below a ${needed.en.toLowerCase()}` }
    : { zh: `“${own?.zh}”是最上级，不能有上级位置`, en: `A ${own?.en.toLowerCase()} has no parent` }
}

async function refuseWrongLevel(tx: Transaction, level: unknown, parentId: unknown): Promise<void> {
  const { rows } = parentId
    ? await tx.run({ text: 'select level from location where tenant_id = $1 and id = $2', values: [tx.tenantId, parentId] })
    : { rows: [] }
  const fault = levelFault(level, rows[0]?.level)
  if (fault) throw new Refusal('rule', { ...fault })
}

/** Tells rows of a list of places that stand below one of the wrong level. */
export const levelCheck: RowCheck = {
  of: location,
  async check(rows, { actor, run, above }, wrong) {
    const ids = [...new Set(rows.flatMap(({ draft }) => (draft.parentId ? [String(draft.parentId)] : [])))]
    const found = await run({
      text: 'select id, level from location where tenant_id = $1 and id = any($2::uuid[])',
      values: [actor.tenantId, ids],
    })
    const levelOf = new Map(found.rows.map(({ id, level }) => [id, level]))
    for (const row of rows) {
      const { draft, names } = row
      const over = above(row)?.draft.level ?? levelOf.get(draft.parentId)
      // What is not found is told already.
      if (!draft.level || (over === undefined && names.parent !== undefined)) continue
      const fault = levelFault(draft.level, over)
      if (!fault) continue
      const label = (location.fields.level.of as Readonly<Record<string, Words>>)[String(draft.level)]
      wrong(row, 'level', { zh: `不符：${fault.zh}`, en: `does not fit: ${fault.en}` }, label?.zh ?? '')
    }
  },
}

/** The name of a place with the building and floor it stands in. */
async function fullNameOf(tx: Transaction, name: unknown, parentId: unknown): Promise<string> {
  const { rows } = parentId
    ? await tx.run({ text: 'select level, full_name from location where tenant_id = $1 and id = $2', values: [tx.tenantId, parentId] })
    : { rows: [] }
  return joinName(rows[0], String(name))
}

/** Renames what stands below a place; found by parents, for a move in the same transaction changes the paths. */
function renameBelow(tx: Transaction, row: Row, fullName: string): void {
  if (row.level === 'courtyard') return
  tx.later({
    text: `with recursive below as (select id from location where tenant_id = $1 and parent_id = $2
        union all select l.id from location l join below b on l.parent_id = b.id where l.tenant_id = $1)
      update location l set full_name = $3 || substr(l.full_name, $4) from below b where l.tenant_id = $1 and l.id = b.id`,
    values: [tx.tenantId, row.id, fullName, String(row.full_name).length + 1],
  })
}

hook(location, {
  async beforeAdd(_, tx, { draft }) {
    await refuseWrongLevel(tx, draft.level, draft.parentId)
    const full = { full_name: await fullNameOf(tx, draft.locationName, draft.parentId) }
    return draft.level === 'room' ? { ...full, qr_token: labelToken() } : full
  },
  async beforeChange(_, tx, { row, draft }) {
    if ('level' in draft && draft.level !== row.level) {
      const { rows } = await tx.run({
        text: 'select 1 from location where tenant_id = $1 and parent_id = $2 and not is_deleted limit 1',
        values: [tx.tenantId, row.id],
      })
      if (rows.length > 0)
        throw new Refusal('rule', { zh: '有下级位置时不能修改层级', en: 'The level cannot change while there are locations below it' })
    }
    if ('level' in draft || 'parentId' in draft)
      await refuseWrongLevel(tx, draft.level ?? row.level, 'parentId' in draft ? draft.parentId : row.parent_id)
    if (!('locationName' in draft || 'parentId' in draft)) return undefined
    const full = await fullNameOf(tx, draft.locationName ?? row.location_name, 'parentId' in draft ? draft.parentId : row.parent_id)
    if (full !== row.full_name) renameBelow(tx, row, full)
    return { full_name: full }
  },
})
