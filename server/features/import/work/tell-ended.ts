import type { Transaction } from '#server/db/pool.ts'
import { notify } from '#server/features/notice/public.ts'
import type { Actor } from '#server/kit/access/actor.ts'

/** Notifies the person who started an import of its end; they may have left its page by then. `detail`: its note. */
export async function tellEnded(tx: Transaction, actor: Pick<Actor, 'userId'>, jobId: string, detail: string): Promise<void> {
  const { rows } = await tx.run({ text: 'select file_name from import_job where tenant_id = $1 and id = $2', values: [tx.tenantId, jobId] })
  const subject = String(rows[0]?.file_name ?? '')
  notify({ actor }, tx, { kind: 'import_ended', subject, detail, target: 'importJob', targetId: jobId, to: { self: true } })
}
