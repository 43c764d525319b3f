import { v7 as uuid } from 'uuid'
import type { Transaction } from '#server/db/pool.ts'
import { lastDue, scheduleOf } from './cron.ts'
import { type Job, timedKind } from './job.ts'

/** Queues a run of a timed job unless one is waiting or running. Returns its id, or undefined if it was not queued. */
export async function queueTimed(tx: Transaction, job: Job, userId: string | null): Promise<string | undefined> {
  const id = uuid()
  tx.later({ text: 'select pg_advisory_xact_lock(hashtextextended($1, 23))', values: [job.name] })
  const { rowCount } = await tx.run({
    text: `insert into background_job (tenant_id, id, kind, subject, status, input, language, user_id, rights)
      select $1, $2, $3, $4, 'waiting', '{}', 'zh', $5, '{}'
      where not exists (select 1 from background_job where tenant_id = $1 and kind = $3 and status in ('waiting', 'working'))`,
    values: [tx.tenantId, id, timedKind(job.name), job.zh, userId],
  })
  return rowCount ? id : undefined
}

/**
 * Queues the timed jobs that have become due since they were last queued: each once, regardless of how many runs were missed and how many
 * processes call this. A job that is new to the database starts with its next scheduled time. `tx`: of the platform's tenant.
 */
export async function queueDue(tx: Transaction, jobs: Iterable<Job>, now: number): Promise<void> {
  const { rows } = await tx.run({ text: 'select name, due_at from timed_job' })
  const known = new Map(rows.map((row) => [String(row.name), Date.parse(String(row.due_at))]))
  for (const job of jobs) {
    const due = lastDue(scheduleOf(job.cron), now)
    const before = known.get(job.name)
    if (before !== undefined && before >= due) continue
    const { rows: taken } = await tx.run({
      text: `insert into timed_job as t (name, due_at) values ($1, $2) on conflict (name) do update set due_at = excluded.due_at where t.due_at < excluded.due_at
        returning xmax::text <> '0' as is_known`,
      values: [job.name, new Date(due).toISOString()],
    })
    if (taken[0]?.is_known) await queueTimed(tx, job, null)
  }
}
