import type { Machine, StepNotice } from '#contract/kit/entity/machine.ts'
import { snake } from '#contract/kit/fields/names.ts'
import { entityNamed, machines, type NoticeKind, type NoticeTarget } from '#contract/registry.ts'
import type { Row } from '#server/db/query.ts'
import { afterSteps } from '#server/kit/steps/step.ts'
import { type NoticeDraft, notify } from './public.ts'

/** The notice that a step declares, about a row that took it. Laws check its names. */
function draftOf(on: Machine, { kind, subject, users = [], holders, dept, detail }: StepNotice, row: Row): NoticeDraft {
  const of = entityNamed(on.entity)
  const at = dept ?? of.scope?.dept
  return {
    kind: kind as NoticeKind,
    subject: (subject ?? [of.title])
      .map((name) => row[snake(name)])
      .filter(Boolean)
      .join(' · '),
    detail: detail === undefined ? null : (row[snake(detail)] as string | null),
    target: of.name as NoticeTarget,
    targetId: String(row.id),
    to: {
      users: users.map((name) => row[`${snake(name)}_id`] as string | null),
      ...(holders === undefined
        ? {}
        : { holders: { right: holders, ...(at === undefined ? {} : { deptId: row[`${snake(at)}_id`] as string | null }) } }),
    },
  }
}

for (const on of machines)
  for (const [name, { tells }] of Object.entries(on.steps))
    if (tells)
      afterSteps(on, name, async ({ context, tx, rows }) => {
        for (const row of rows) notify(context, tx, draftOf(on, tells, row))
      })
