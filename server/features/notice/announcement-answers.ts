import { announcementRead, announcementReaders } from '#contract/calls/notice/announcement.ts'
import { user } from '#contract/entities/identity/user.ts'
import { announcement } from '#contract/entities/notice/announcement.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { ChoiceField } from '#contract/kit/fields/field.ts'
import { Parameters, rowsAs } from '#server/db/query.ts'
import { scopeSql } from '#server/kit/access/access.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { openFiles } from '#server/kit/files/files.ts'
import { pagePlan } from '#server/kit/read/page-plan.ts'
import { read } from '#server/kit/refuse.ts'

type Read = AnswerOf<typeof announcementRead>

const sentTo = (person: string, row: string): string => `${row}.sent_at is not null and exists (select 1 from notice n
  where n.tenant_id = ${row}.tenant_id and n.user_id = ${person} and n.target = 'announcement' and n.target_id = ${row}.id::text)`

// Whom it was sent to reads its file without the right to announcements.
openFiles(announcement, sentTo)

/** An announcement for one whom it was sent to; without a notice of it there is none. */
function readOne(context: Context): ReadPlan<Read> {
  const { announcementId } = read(announcementRead.input, context.input) as { announcementId: string }
  const { actor, language } = context
  return {
    queries: [
      {
        text: `select a.id, a.title, a.content, coalesce(a.attachment, '{}') as attachment, a.category, u.real_name as sender, a.sent_at as "sentAt"
          from announcement a left join app_user u on u.tenant_id = a.tenant_id and u.id = a.created_by
          where a.tenant_id = $1 and a.id = $2 and not a.is_deleted and ${sentTo('$3', 'a')}`,
        values: [actor.tenantId, announcementId, actor.userId],
      },
    ],
    answer([found]) {
      const [row] = rowsAs<Omit<Read, 'categoryValue'> & { category: string }>(found)
      if (!row) throw new Refusal('not_found', { what: announcement })
      const { category, ...rest } = row
      const { of } = actor.settings.view(announcement).fields.category as unknown as ChoiceField
      return { ...rest, categoryValue: of?.[category]?.[language] ?? category }
    },
  }
}

type Reader = AnswerOf<typeof announcementReaders>['records'][number]

/** Who was told and has read it, as far as the person sees people. */
function readers(context: Context): ReadPlan<AnswerOf<typeof announcementReaders>> {
  const { announcementId } = read(announcementReaders.input, context.input) as { announcementId: string }
  const into = new Parameters()
  const [tenant, id] = [into.add(context.actor.tenantId), into.add(announcementId)]
  const scope = scopeSql(user, context.actor, 'u', into)
  return pagePlan(
    context,
    {
      columns: 'u.id as "userId", u.real_name as "realName", d.dept_name as "deptName", n.is_read as "isRead", n.read_at as "readAt"',
      from: `notice n join app_user u on u.tenant_id = n.tenant_id and u.id = n.user_id left join dept d on d.tenant_id = u.tenant_id and d.id = u.dept_id
        where n.tenant_id = ${tenant} and n.target = 'announcement' and n.target_id = ${id}::text${scope ? ` and ${scope}` : ''}`,
      order: 'n.is_read, u.real_name, u.id',
      values: into.values,
    },
    (row: Reader) => row,
  )
}

export const announcementAnswers: readonly Answer[] = [
  answer(announcementRead, { read: readOne }),
  answer(announcementReaders, { read: readers }),
]
