import { deviceDisposal } from '#contract/entities/disposal/device-disposal.ts'
import type { disposalNotices } from '#contract/entities/disposal/disposal-notices.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { notify } from '#server/features/notice/public.ts'
import type { Context } from '#server/kit/context.ts'

/** Tells the applicant how an approval ended, where a colleague wrote the application: who wrote it is told by the approval itself. */
export function tellAbsent(context: Context, tx: Transaction, row: Row, kind: keyof typeof disposalNotices.kinds, said: unknown): void {
  if (row.applicant_id === row.created_by) return
  notify(context, tx, {
    kind,
    subject: [row.disposal_no, row.apply_title].filter(Boolean).join(' · '),
    detail: said ? String(said) : null,
    target: deviceDisposal.name,
    targetId: String(row.id),
    to: { users: [row.applicant_id as string | null] },
  })
}
