import { roleText } from '#contract/kit/access/role-names.ts'
import { searchForm } from '#contract/kit/text/one-writing.ts'
import { rowsAs } from '#server/db/query.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { likeText } from '#server/kit/read/like.ts'

/** A role that something may be shared with. */
interface RoleChoice {
  readonly id: string
  readonly name: string
}

/** The first 50 roles of the hospital whose name holds a keyword, for people who share something with roles without the right to them. */
export const roleChoices = ({ actor, language }: Context, keyword: string): ReadPlan<RoleChoice[]> => ({
  queries: [
    {
      text: `select id, role_name as name from role where tenant_id = $1 and not is_deleted and search_form(role_name) like $2
        order by sort nulls last, role_name, id limit 50`,
      values: [actor.tenantId, `%${likeText(searchForm(keyword))}%`],
    },
  ],
  answer: ([rows]) => rowsAs<RoleChoice>(rows).map(({ id, name }) => ({ id, name: roleText(name, language) })),
})
