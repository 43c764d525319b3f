import { deptFigures, warehouseDepts } from '#contract/calls/role.ts'
import { device } from '#contract/entities/asset/device.ts'
import { user } from '#contract/entities/platform/user.ts'
import type { AnswerOf } from '#contract/kit/answer.ts'
import { type Entity, rightOf } from '#contract/kit/entity.ts'
import { Parameters, rowsAs } from '#server/db/query.ts'
import { opens, scopeSql } from '#server/kit/access.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { pageOf } from '#server/kit/list.ts'
import { read } from '#server/kit/refuse.ts'

/** People and cards of departments and who leads them, as far as the person may see either; null where the right is missing. */
function figures(context: Context): ReadPlan<AnswerOf<typeof deptFigures>> {
  const { actor } = context
  const { ids } = read(deptFigures.input, context.input) as { ids: string[] }
  const into = new Parameters()
  const where = `d.tenant_id = ${into.add(actor.tenantId)} and d.id = any(${into.add(ids)}::uuid[]) and not d.is_deleted`
  const and = (scope: string): string => (scope ? ` and ${scope}` : '')
  const people = `from app_user p where p.tenant_id = d.tenant_id and p.dept_id = d.id and not p.is_deleted${and(scopeSql(user, actor, 'p', into))}`
  const cards = `from device c where c.tenant_id = d.tenant_id and c.use_dept_id = d.id and not c.is_deleted${and(scopeSql(device, actor, 'c', into))}`
  const leads = `exists (select 1 from role r where r.tenant_id = p.tenant_id and r.id = p.role_id and r.role_alias in ('head', 'keeper'))`
  const mayList = (of: Entity): boolean => actor.rights.has(rightOf(of, 'list')) && opens(actor.callPatterns, `${of.name}.list`)
  const sees = { people: mayList(user), cards: mayList(device) }
  return {
    queries: [
      {
        text: `select d.id, ${sees.people ? `(select count(*)::int ${people})` : 'null'} as people, ${sees.cards ? `(select count(*)::int ${cards})` : 'null'} as cards,
          ${sees.people ? `(select string_agg(p.real_name, '、' order by p.real_name) ${people} and p.status = 'active' and ${leads})` : 'null'} as heads
          from dept d where ${where}`,
        values: into.values,
      },
    ],
    answer: ([found]) => rowsAs(found),
  }
}

function warehouses(context: Context): ReadPlan<AnswerOf<typeof warehouseDepts>> {
  const { size, offset } = pageOf({ ...context, input: { current: context.input.current ?? 1, size: context.input.size ?? 200 } })
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
