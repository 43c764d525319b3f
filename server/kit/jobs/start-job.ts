import { v7 as uuid } from 'uuid'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Query } from '#server/db/query.ts'
import type { Context } from '../context.ts'
import type { JobKind } from './job-kind.ts'

/** Called when jobs may start or were cancelled, so that the runner of this process checks at once. */
const listeners = new WeakMap<object, (cancelled?: string) => void>()

/** Sets the listener for jobs that requests on this pool start or cancel. */
export function onJobs(pool: object, listener: (cancelled?: string) => void): void {
  listeners.set(pool, listener)
}

/** Wakes the runner of this process. `cancelled`: the id of a job to stop. */
export const tellRunner = (pool: object, cancelled?: string): void => listeners.get(pool)?.(cancelled)

export interface NewJob<I extends object> {
  /** The subject of the job, as the labels of its records. */
  readonly subject: string
  readonly input: I
  /** The rights that it needs; checked again when it runs and when its file is downloaded. */
  readonly rights: readonly string[]
  /** The call whose API scope is checked again. */
  readonly call?: string
}

/** Starts a job when this transaction commits. Returns its id. */
export function startJob<I extends object>(context: Context, tx: Transaction, kind: JobKind<I>, job: NewJob<I>): string {
  const id = uuid()
  tx.later({
    text: `insert into background_job (tenant_id, id, kind, subject, status, input, language, user_id, role_id, rights, call)
      values ($1, $2, $3, $4, 'waiting', $5, $6, $7, $8, $9, $10)`,
    values: [
      tx.tenantId,
      id,
      kind.name,
      job.subject.slice(0, 200),
      JSON.stringify(job.input),
      context.language,
      context.actor.userId,
      context.actor.actingRoleId,
      job.rights,
      job.call ?? null,
    ],
  })
  tx.afterCommit(() => tellRunner(context.tools.pool))
  return id
}

/** Maximum number of open jobs per person, so that one person cannot fill the hospital's queue. */
const mostOpen = 20

/** Throws if the person has the maximum number of open jobs. */
export async function refuseTooMany(context: Context, tx: Transaction): Promise<void> {
  const { rows } = await tx.run({
    text: `select count(*)::int as n from background_job where tenant_id = $1 and user_id = $2 and status in ('waiting', 'working')`,
    values: [tx.tenantId, context.actor.userId],
  })
  if (Number(rows[0]!.n) >= mostOpen)
    throw new Refusal('rule', {
      zh: `您已有 ${mostOpen} 个后台任务未完成，请等待或取消后再试`,
      en: `${mostOpen} of your background tasks are not finished. Wait for them or cancel some`,
    })
}

/** Open jobs of a kind whose input has this value. */
export const openJobs = (tenantId: string, kind: string, key: string, value: string): Query => ({
  text: `select id from background_job where tenant_id = $1 and kind = $2 and status in ('waiting', 'working') and input->>$3 = $4`,
  values: [tenantId, kind, key, value],
})
