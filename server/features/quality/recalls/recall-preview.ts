import { previewRecall } from '#contract/calls/quality/recall.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { recall } from '#contract/entities/quality/recall.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { readAs } from '#server/db/pool.ts'
import { Parameters, type Row, type Rows } from '#server/db/query.ts'
import { scopeSql } from '#server/kit/access/access.ts'
import type { Context } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { read } from '#server/kit/refuse.ts'
import { foundSql, itemsOf, lineOf } from './find-devices.ts'

/** How many devices that the person sees these lines find: by line, and together where the line is null. */
async function countFound({ actor, tools }: Context, items: readonly Row[]): Promise<Map<unknown, number>> {
  const into = new Parameters()
  const found = foundSql(items.map(lineOf), actor.tenantId, into, scopeSql(device, actor, 'd', into) || 'true')
  const text = `select f.item, count(distinct f.device_id)::int as n from (${found}) f group by grouping sets ((f.item), ())`
  const [counted] = await readAs(tools.pool, actor.tenantId, [{ text, values: into.values }], actor.personId)
  return new Map(counted!.rows.map((row) => [row.item, Number(row.n)]))
}

/** What the lines of a recall find now. */
function preview(context: Context) {
  const { recallId } = read(previewRecall.input, context.input) as { recallId: string }
  const { tenantId } = context.actor
  return {
    queries: [
      { text: 'select 1 from recall where tenant_id = $1 and id = $2 and not is_deleted', values: [tenantId, recallId] },
      itemsOf(tenantId, recallId),
    ],
    async answer([known, items]: Rows[]) {
      if (known!.rows.length === 0) throw new Refusal('not_found', { what: recall })
      const counts = await countFound(context, items!.rows)
      return {
        devices: counts.get(null) ?? 0,
        items: items!.rows.map(({ id }) => ({ id: String(id), devices: counts.get(id) ?? 0 })),
      }
    },
  }
}

export const recallAnswers: readonly Answer[] = [answer(previewRecall, { read: preview })]
