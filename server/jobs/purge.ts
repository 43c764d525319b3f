import type pg from 'pg'
import { jobDays } from '#contract/kit/sheets/job.ts'
import { eachTenant } from '#server/db/each-tenant.ts'
import { writeAs } from '#server/db/pool.ts'
import { waitingDays } from '#server/kit/files/files.ts'
import { resultOf } from '#server/kit/jobs/result-file.ts'

/** Retention of rows that are no longer needed. */
const statements = [
  `delete from sign_in_attempt where last_at < now() - interval '1 day'`,
  // With the last of its session: until then a repeated one is detected as stolen.
  `delete from refresh_token r where r.expires_at < now() - interval '1 day' and not exists (
    select 1 from refresh_token o where o.tenant_id = r.tenant_id and o.session_id = r.session_id and o.expires_at >= now() - interval '1 day')`,
  `delete from session s where (s.revoked_at < now() - interval '30 days' or s.expires_at < now() - interval '60 days') and not exists (select 1 from refresh_token r where r.tenant_id = s.tenant_id and r.session_id = s.id)`,
  'delete from secret where until < now()',
  'delete from federated_guest where until < now()',
  // A day later: until then it counts how many codes a person was sent.
  `delete from password_reset where until < now() - interval '2 days'`,
  `delete from notice_digest where until_at < now() - interval '180 days'`,
  `delete from push_delivery where updated_at < now() - interval '30 days'`,
  `delete from notice_delivery where created_at < now() - interval '180 days'`,
  // Results first: the cleanup of contents removes what no file names any more.
  `update background_job set file_id = null where file_id is not null and ended_at < now() - interval '${jobDays.file} days'`,
  `delete from file f where f.of_entity = '${resultOf}' and f.created_at < now() - interval '${jobDays.file} days'
    and not exists (select 1 from background_job j where j.tenant_id = f.tenant_id and j.file_id = f.id)`,
  // Archives of imports that no one goes on with, and what was stored of them for a writing that did not end.
  `delete from file f where f.of_entity = 'importJob' and not exists (select 1 from import_job j where j.tenant_id = f.tenant_id and j.id::text = f.of_id
    and (j.alive_at > now() - interval '${waitingDays} days' or f.id = any(j.source)))`,
  `delete from background_job where ended_at < now() - interval '${jobDays.row} days' or kind like 'timed.%' and ended_at < now() - interval '${jobDays.timed} days'`,
  `delete from sync_op where created_at < now() - interval '400 days'`,
  `delete from sync_contact where last_at < now() - interval '400 days'`,
  // Longer than a code is taken from a phone that was offline.
  `delete from hand_code_used where used_at < now() - interval '30 days'`,
  // Up to the newest mark of that age: phones that were away for longer reload everything.
  `with cut as (select xid from sync_mark where at < now() - interval '90 days' order by at desc limit 1),
    gone as (delete from sync_change c using cut where c.tenant_id = current_setting('app.tenant') and c.deleted and c.xid < cut.xid)
   insert into sync_purge (tenant_id, xid) select current_setting('app.tenant'), xid from cut
   on conflict (tenant_id) do update set xid = greatest(sync_purge.xid, excluded.xid)`,
]

/** Marks that every phone that still knows them is past. */
const oldMarks = `delete from sync_mark where at < now() - interval '120 days'
  and xid < (select xid from sync_mark where at < now() - interval '90 days' order by at desc limit 1)`

/** Deletes what has ended or was spent long ago, tenant by tenant, each in a transaction of its own. */
export async function purge(pool: pg.Pool): Promise<void> {
  await eachTenant(pool, async (tx) => {
    for (const text of statements) tx.later({ text })
  })
  // Last: by then every tenant has stored the cursor limit for its phones.
  await writeAs(pool, '000000', async (tx) => tx.later({ text: oldMarks }))
}
