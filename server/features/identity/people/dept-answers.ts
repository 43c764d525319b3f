import { deptFigures, warehouseDepts } from '#contract/calls/identity/role.ts'
import { user } from '#contract/entities/identity/user.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { type Entity, rightOf } from '#contract/kit/entity/entity.ts'
import { Parameters, rowsAs } from '#server/db/query.ts'
import { mayCall, scopeSql } from '#server/kit/access/access.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { nameSql } from '#server/kit/read/by-name.ts'
import { deptParts } from '#server/kit/read/dept-parts.ts'
import { pageOf } from '#server/kit/read/list.ts'
import { read } from '#server/kit/refuse.ts'
import { tableName } from '#server/kit/table.ts'

/** The people of departments, the counts that modules add, and the heads, as far as the person may see each; null where the right is missing. */
function figures(context: Context): ReadPlan<AnswerOf<typeof deptFigures>> {
  const { actor } = context
  const { ids } = read(deptFigures.input, context.input) as { ids: string[] }
  const into = new Parameters()
  const where = `d.tenant_id = ${into.add(actor.tenantId)} and d.id = any(${into.add(ids)}::uuid[]) and not d.is_deleted`
  const mayList = (of: Entity): boolean => mayCall(actor, rightOf(of, 'list'), `${of.name}.list`)
  // Only used values are parameters: the database refuses parameters that the text does not reference.
  const part = (of: Entity, by: string, what: string, more = ''): string => {
    if (!mayList(of)) return 'null'
    const scope = scopeSql(of, actor, 'p', into)
    const kept = of.softDelete ? ' and not p.is_deleted' : ''
    return `(select ${what} from ${tableName(of)} p where p.tenant_id = d.tenant_id and p.${by} = d.id${kept}${scope ? ` and ${scope}` : ''}${more})`
  }
  const leads = ` and p.status = 'active' and exists (select 1 from user_role ur join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id where ur.tenant_id = p.tenant_id and ur.user_id = p.id and r.role_alias in ('head', 'keeper'))`
  const counts = [{ as: 'people', of: user, by: 'dept_id' }, ...deptParts]
  const counted = counts.map(({ as, of, by }) => `${part(of, by, 'count(*)::int')} as "${as}"`).join(', ')
  return {
    queries: [
      {
        text: `select d.id, ${counted}, ${part(user, 'dept_id', `string_agg(p.real_name, '、' order by ${nameSql('p.real_name')})`, leads)} as heads from dept d where ${where}`,
        values: into.values,
      },
    ],
    answer: ([found]) => rowsAs(found),
  }
}

function warehouses(context: Context): ReadPlan<AnswerOf<typeof warehouseDepts>> {
  const { size, offset } = pageOf(context, 200)
  return {
    queries: [
      {
        text: `select id, dept_name as "deptName", full_name as "fullName", dept_code as "deptCode" from dept
          where tenant_id = $1 and category = 'warehouse' and not is_deleted and coalesce(is_sealed, 0) = 0 order by sort nulls last, dept_name, id limit $2 offset $3`,
        values: [context.actor.tenantId, size, offset],
      },
    ],
    answer: ([found]) => rowsAs(found),
  }
}

/** What the page of departments asks beside the tree. */
export const deptAnswers: readonly Answer[] = [answer(deptFigures, { read: figures }), answer(warehouseDepts, { read: warehouses })]
