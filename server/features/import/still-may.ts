import type pg from 'pg'
import { importCalls, undoForeign } from '#contract/calls/import.ts'
import { deviceFiling } from '#contract/entities/asset/device-machines.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { rights } from '#contract/rights.ts'
import { readAs } from '#server/db/pool.ts'
import { type Actor, actorOf, actorQueries } from '#server/kit/actor.ts'
import type { Task } from './task.ts'
import { plainActor } from './work-context.ts'

type Work = Exclude<Task, { kind: 'mark' }>

/** The rights that work on an import asks for. */
export const rightsOf = (task: Pick<Work, 'kind' | 'target'> & { asFiled?: boolean; isForeign?: boolean }): string[] => [
  importCalls[task.target][task.kind].may,
  ...(task.asFiled ? [deviceFiling.steps.sureEam.may] : []),
  ...(task.isForeign ? [undoForeign(task.target)] : []),
]

/** Refuses a person who does not hold all of some rights. */
export function refuseLacking(actor: Pick<Actor, 'rights'>, needed: readonly string[]): void {
  for (const right of needed) if (!actor.rights.has(right)) throw new Refusal('forbidden', { right: rights.get(right) ?? right })
}

const changed = () =>
  new Refusal('rule', {
    zh: '等待期间您的账号或权限有变化，请重新登录后再开始',
    en: 'Your account or your rights were changed while this waited. Sign in again and restart it',
  })

/**
 * The work with its person as they are now that its turn has come, which may be minutes after they asked for it. Refuses a person who is gone, who may
 * no longer do it, or whose rights were changed and who is signed in nowhere.
 */
export async function asOfNow<T extends Work>(pool: pg.Pool, task: T): Promise<T> {
  const { tenantId, userId, settings } = task.actor
  const [who] = await readAs(pool, tenantId, [
    {
      text: `select coalesce((select epoch from tenant_epoch where tenant_id = $1), 0) as epoch,
          (select token_hash from session where tenant_id = $1 and user_id = $2 and revoked_at is null and expires_at > now() order by last_at desc limit 1) as hash
        from app_user where tenant_id = $1 and id = $2 and status = 'active' and not is_deleted`,
      values: [tenantId, userId],
    },
  ])
  const row = who!.rows[0]
  if (!row) throw changed()
  if (Number(row.epoch) === settings.epoch) return task
  if (!row.hash) throw changed()
  const now = actorOf(tenantId, await readAs(pool, tenantId, actorQueries(tenantId, row.hash as Buffer)))
  refuseLacking(now, rightsOf(task))
  return { ...task, actor: plainActor(now) }
}
