import type pg from 'pg'
import { importJob } from '#contract/entities/import/import-job.ts'
import { importEnd } from '#contract/entities/import/import-rules.ts'
import { deadAfterMs } from '#contract/imports.ts'
import type { Words } from '#contract/kit/words.ts'
import { eachTenant } from '#server/db/each-tenant.ts'
import type { Transaction } from '#server/db/pool.ts'
import { actingAlone, lockByRule } from '#server/kit/access/as-system.ts'
import { record } from '#server/kit/steps/event.ts'
import { importKind } from './import-kind.ts'
import { afterBreak, brokenOff, busyStates, changeJob, workOf } from './job-rows.ts'
import { tellEnded } from './tell-ended.ts'

// The person's language is no longer known.
const noteOf = ({ zh, en }: Words): string => `${zh} · ${en}`

/** Imports in progress by their state that no job works on or waits for, and that gave no sign of life for a minute: of all, or of the ids. */
const silent = async (tx: Transaction, ids: readonly unknown[] | null = null): Promise<ReadonlySet<unknown>> => {
  const { rows } = await tx.run({
    text: `select id from import_job where tenant_id = $1 and status = any($2::text[]) and coalesce(alive_at, created_at) < now() - make_interval(secs => $3)
      and ($4::uuid[] is null or id = any($4::uuid[]))
      and not exists (select 1 from background_job b where b.tenant_id = $1 and b.kind = $5 and b.status in ('waiting', 'working')
        and b.input ->> 'jobId' = import_job.id::text)`,
    values: [tx.tenantId, busyStates, deadAfterMs / 1000, ids, importKind.name],
  })
  return new Set(rows.map((row) => row.id))
}

/**
 * Ends imports that are in progress by their state and that no job works on or waits for, such as those of a program that knew no jobs. Any number of
 * processes may run this at once.
 */
export const endLostImports = (pool: pg.Pool): Promise<void> =>
  eachTenant(pool, async (tx) => {
    const acting = actingAlone(importEnd)
    const rows = await lockByRule(importJob, acting, tx, [...(await silent(tx))], { free: true })
    if (rows.length === 0) return
    // One that gave a sign of life before it was locked goes on.
    const lost = await silent(
      tx,
      rows.map((row) => row.id),
    )
    for (const row of rows.filter(({ id }) => lost.has(id))) {
      const status = row.status as keyof typeof afterBreak
      const [id, to, note] = [String(row.id), afterBreak[status], noteOf(brokenOff[workOf[status]])]
      tx.later(changeJob(tx.tenantId, id, { status: to, progress: 0, note }))
      record(acting, tx, {
        entity: importJob.name,
        entityId: id,
        verb: 'change',
        version: Number(row.version) + 1,
        changes: { status: { from: status, to } },
      })
      await tellEnded(tx, { userId: String(row.user_id) }, id, note)
    }
  })
