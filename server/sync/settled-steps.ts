import type { Machine } from '#contract/kit/entity/machine.ts'
import { overtaken } from '#contract/kit/entity/overtaken.ts'
import { isId } from '#contract/kit/fields/parse.ts'
import type { Language } from '#contract/kit/words.ts'
import { machines } from '#contract/registry.ts'
import type { PushOp } from '#contract/sync/sync.ts'
import type { Query, Rows } from '#server/db/query.ts'
import type { Actor } from '#server/kit/access/actor.ts'

const byKind = new Map(
  machines.flatMap((on) =>
    Object.keys(on.steps).map((name): [string, { on: Machine; name: string }] => [`${on.entity}.${name}`, { on, name }]),
  ),
)

/** The step that a kind of operation is; undefined for drafts and calls. */
const stepOf = (kind: string) => byKind.get(kind)

/** The query for who took the newest step of the same machine on a row since the person saw it; undefined for what is no step. */
export const takenQuery = ({ kind, target, baseVersion, baseOp }: PushOp, tenantId: string): Query | undefined => {
  const on = stepOf(kind)?.on
  return (
    on && {
      text: `select e.verb, e.actor_id, e.actor_name, e.to_state, coalesce(e.occurred_at, e.at) as at from audit_event e
        where e.tenant_id = $1 and e.entity = $2 and e.entity_id = $3 and e.field = $4
          and e.version > coalesce($5::int, (select (result ->> 'version')::int from sync_op where tenant_id = $1 and op_id = $6 and status = 200), 0)
        order by e.version desc nulls last, e.id desc limit 1`,
      values: [tenantId, on.entity, target.id, on.field, baseOp ? null : baseVersion, isId(baseOp) ? baseOp : null],
    }
  )
}

/** What another person did first and what it means for the step that was refused; undefined when the newest step is the person's own, or there is none. */
export function settledSentence(
  kind: string,
  actor: Actor,
  language: Language,
  found: Rows | undefined,
  current: Readonly<Record<string, unknown>>,
): string | undefined {
  const of = stepOf(kind)
  const row = found?.rows[0]
  if (!of || !row || row.actor_id === actor.userId) return undefined
  const taken = { step: String(row.verb), who: (row.actor_name as string | null) ?? null, at: String(row.at), to: String(row.to_state) }
  return overtaken(of.on, of.name, taken, String(current[of.on.field] ?? taken.to), language) || undefined
}
