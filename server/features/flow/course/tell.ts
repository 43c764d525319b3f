import type { NoticeKind } from '#contract/registry.ts'
import { notify } from '#server/features/notice/public.ts'
import type { Course } from './course.ts'

/** Tells people of an approval, which the notice opens. `self`: the acting person too, for whom timed work acts. */
export function tell({ context, tx, row }: Course, kind: NoticeKind, users: readonly unknown[], detail?: unknown, self?: true): void {
  notify(context, tx, {
    kind,
    subject: String(row.instance_title),
    detail: detail === undefined || detail === null ? null : String(detail),
    target: 'flowInstance',
    targetId: String(row.id),
    to: { users: users.map((id) => (id ? String(id) : null)), self },
  })
}
