import type pg from 'pg'
import { silentMs } from '#contract/imports.ts'
import type { Words } from '#contract/kit/words.ts'
import { eachTenant } from '#server/db/each-tenant.ts'
import { importKind } from './import-kind.ts'
import { afterBreak, brokenOff, busyStates, changeJob, workOf } from './job-rows.ts'
import { tellEnded } from './tell-ended.ts'

// The person's language is no longer known.
const noteOf = ({ zh, en }: Words): string => `${zh} · ${en}`

/**
 * Ends imports that are in progress by their state and that no job works on or waits for, such as those of a program that knew no jobs. Any number of
 * processes may run this at once.
 */
export const endLostImports = (pool: pg.Pool): Promise<void> =>
  eachTenant(pool, async (tx) => {
    const { rows } = await tx.run({
      text: `select id, status, user_id from import_job where tenant_id = $1 and status = any($2::text[])
        and coalesce(alive_at, created_at) < now() - make_interval(secs => $3)
        and not exists (select 1 from background_job b where b.tenant_id = $1 and b.kind = $4 and b.status in ('waiting', 'working') and b.input->>'jobId' = import_job.id::text)
        for update skip locked`,
      values: [tx.tenantId, busyStates, silentMs / 1000, importKind.name],
    })
    for (const row of rows) {
      const status = row.status as keyof typeof afterBreak
      const note = noteOf(brokenOff[workOf[status]])
      tx.later(changeJob(tx.tenantId, String(row.id), { status: afterBreak[status], progress: 0, note }))
      await tellEnded(tx, { userId: String(row.user_id) }, String(row.id), note)
    }
  })
