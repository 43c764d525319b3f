import { deptManagers } from '#contract/calls/insight/home.ts'
import { dept } from '#contract/entities/identity/dept.ts'
import { user } from '#contract/entities/identity/user.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { Parameters, rowsAs } from '#server/db/query.ts'
import { scopeSql } from '#server/kit/access/access.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { read } from '#server/kit/refuse.ts'

/** Open departments with and without a head and a keeper, of the people that the person sees. */
export function managersOfDepts(context: Context): ReadPlan<AnswerOf<typeof deptManagers>> {
  read(deptManagers.input, context.input)
  const { actor } = context
  const into = new Parameters()
  const and = (condition: string): string => (condition ? ` and ${condition}` : '')
  const people = and(scopeSql(user, actor, 'u', into))
  const has = (
    role: string,
  ): string => `exists (select 1 from app_user u join user_role ur on ur.tenant_id = u.tenant_id and ur.user_id = u.id
      join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
    where u.tenant_id = t.tenant_id and u.dept_id = t.id and not u.is_deleted and u.status = 'active' and r.role_alias = '${role}'${people})`
  return {
    queries: [
      {
        text: `select count(*)::int as count, count(*) filter (where d.head)::int as "withHead", count(*) filter (where not d.head)::int as "withoutHead",
            count(*) filter (where d.keeper)::int as "withKeeper", count(*) filter (where not d.keeper)::int as "withoutKeeper"
          from (select ${has('head')} as head, ${has('keeper')} as keeper from dept t where t.tenant_id = ${into.add(actor.tenantId)} and not t.is_deleted
            and coalesce(t.is_sealed, 0) = 0${and(scopeSql(dept, actor, 't', into))}) d`,
        values: into.values,
      },
    ],
    answer: ([found]) => rowsAs<AnswerOf<typeof deptManagers>>(found)[0]!,
  }
}
