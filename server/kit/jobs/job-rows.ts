import type { Transaction } from '#server/db/pool.ts'
import type { Query, Row } from '#server/db/query.ts'
import type { Attempt, Progress } from './job-kind.ts'

/** Thrown when a job was given to another process, or ended, while this process was still working on it: its writes are rolled back. */
export class Overtaken extends Error {
  override name = 'Overtaken'
}

/** How often a job is restarted after its process was lost. */
export const mostRestarts = 3

/** A job that this process has claimed. */
export interface ClaimedJob extends Attempt {
  readonly kind: string
  readonly subject: string
  readonly input: object
  readonly language: 'zh' | 'en'
  readonly userId: string | null
  /** The one role that the person acted in; null: all of their roles. */
  readonly roleId: string | null
  readonly rights: readonly string[]
  readonly call: string | null
  readonly lost: number
  readonly startedAt: string
}

/**
 * Claims a job that is waiting or whose process was lost. `isHeld`: the caller has its advisory lock. Without the lock, only a job whose
 * process has been silent for a minute is claimed: a waiting job that ran without its lock would look lost to every process. Returns
 * undefined if another process was faster, or if the tenant's limit for this kind is reached.
 */
export async function claimJob(
  tx: Transaction,
  { id, kind }: { id: string; kind: string },
  isHeld: boolean,
  perTenant: number | undefined,
): Promise<ClaimedJob | undefined> {
  if (perTenant !== undefined)
    tx.later({ text: 'select pg_advisory_xact_lock(hashtextextended($1, 22))', values: [`${tx.tenantId} ${kind}`] })
  const { rows } = await tx.run({
    text: `update background_job j set status = 'working', attempt = attempt + 1, lost = lost + (status = 'working')::int, done = 0, total = null, phase = null,
        begun_at = now(), alive_at = now()
      where tenant_id = $1 and id = $2 and (status = 'waiting' and due_at <= now() and $5 or status = 'working' and ($5 or alive_at < now() - interval '1 minute'))
        and ($4::int is null or (select count(*) from background_job o where o.tenant_id = $1 and o.kind = $3 and o.status = 'working' and o.id <> $2) < $4)
      returning attempt, subject, input, language, user_id, role_id, rights, call, lost, created_at`,
    values: [tx.tenantId, id, kind, perTenant ?? null, isHeld],
  })
  return rows[0] && takenOf(tx.tenantId, id, kind, rows[0])
}

const takenOf = (tenantId: string, id: string, kind: string, row: Row): ClaimedJob => ({
  tenantId,
  id,
  kind,
  attempt: Number(row.attempt),
  subject: String(row.subject),
  input: row.input as object,
  language: row.language === 'en' ? 'en' : 'zh',
  userId: (row.user_id as string | null) ?? null,
  roleId: (row.role_id as string | null) ?? null,
  rights: row.rights as string[],
  call: (row.call as string | null) ?? null,
  lost: Number(row.lost),
  startedAt: String(row.created_at),
})

const mine = `tenant_id = $1 and id = $2 and attempt = $3 and status = 'working'`
const keyOf = ({ tenantId, id, attempt }: Attempt): unknown[] => [tenantId, id, attempt]

/** Ends an attempt in the transaction of its work. Throws `Overtaken` if the job no longer belongs to this attempt. */
export async function endAttempt(
  tx: Transaction,
  attempt: Attempt,
  status: 'done' | 'failed' | 'cancelled',
  set: { readonly note?: string | null; readonly fileId?: string | null; readonly reach?: string | null } = {},
): Promise<void> {
  const { rowCount } = await tx.run({
    text: `update background_job set status = $4, note = $5, file_id = $6, reach = $7, ended_at = now(), alive_at = now(),
        done = case when $4 = 'done' then coalesce(total, done) else done end where ${mine}`,
    values: [...keyOf(attempt), status, set.note?.slice(0, 500) ?? null, set.fileId ?? null, set.reach ?? null],
  })
  if (rowCount === 0) throw new Overtaken()
}

/** Returns a job to the queue, for any process. `isLost`: counts the attempt as lost. */
export const requeueJob = (attempt: Attempt, seconds: number, isLost: boolean): Query => ({
  text: `update background_job set status = 'waiting', due_at = now() + make_interval(secs => $4), lost = lost + $5::int, phase = null where ${mine}`,
  values: [...keyOf(attempt), seconds, isLost ? 1 : 0],
})

/** Heartbeat and progress. Returns a row with `is_cancelled` while the job belongs to this attempt. */
export const heartbeat = (attempt: Attempt, progress: Progress | undefined): Query => ({
  text: `update background_job set alive_at = now(), done = coalesce($4::int, done), total = coalesce($5::int, total), phase = coalesce($6::jsonb, phase)
    where ${mine} returning cancelled_by is not null as is_cancelled`,
  values: [...keyOf(attempt), progress?.done ?? null, progress?.total ?? null, progress ? JSON.stringify(progress.phase) : null],
})
