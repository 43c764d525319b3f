import { areaLarger } from '#contract/entities/place/area-larger.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import { hook } from '#server/kit/hooks.ts'

/** An area lies in a courtyard, and its places lie there too. */
async function refuseElsewhere(tx: Transaction, courtyardId: unknown, places: unknown): Promise<void> {
  if (!courtyardId) return
  const { rows } = await tx.run({
    text: `select c.level, (select l.full_name from location l where l.tenant_id = c.tenant_id and l.id = any($3::uuid[]) and not starts_with(l.path, c.path) limit 1) as outside
      from location c where c.tenant_id = $1 and c.id = $2`,
    values: [tx.tenantId, courtyardId, Array.isArray(places) ? places : []],
  })
  const [found] = rows
  if (found && found.level !== 'courtyard') throw new Refusal('rule', { zh: '区域应选择院区', en: 'Choose a campus for the area' })
  if (found?.outside)
    throw new Refusal('rule', { zh: `“${found.outside}”不在所选院区内`, en: `“${found.outside}” is not in the selected campus` })
}

hook(areaLarger, {
  async beforeAdd(_, tx, { draft }) {
    await refuseElsewhere(tx, draft.courtyardId, draft.places)
    return undefined
  },
  async beforeChange(_, tx, { row, draft }) {
    const courtyard = 'courtyardId' in draft ? draft.courtyardId : row.courtyard_id
    await refuseElsewhere(tx, courtyard, 'places' in draft ? draft.places : row.places)
    return undefined
  },
})
