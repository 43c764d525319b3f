import { dataScope } from '#contract/entities/identity/data-scope.ts'
import { role } from '#contract/entities/identity/role.ts'
import { kindsFor, type ScopeKind } from '#contract/kit/access/scope-kind.ts'
import type { Entity } from '#contract/kit/entity/entity.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Parsed } from '#contract/kit/fields/parse.ts'
import type { Problem } from '#contract/kit/fields/problem.ts'
import { conditionsIn, type RowCondition } from '#contract/kit/fields/row-condition.ts'
import { entityNamed } from '#contract/registry.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters, type Row } from '#server/db/query.ts'
import { logAccess } from '#server/features/record/public.ts'
import { scopeSql } from '#server/kit/access/access.ts'
import type { RoleScope } from '#server/kit/access/scope-of-roles.ts'
import type { Context } from '#server/kit/context.ts'
import { hook } from '#server/kit/hooks.ts'
import { refusalOf } from '#server/kit/refuse.ts'
import { tableName } from '#server/kit/table.ts'
import { lockRows } from '#server/kit/write/lock.ts'
import { refuseLastAdministrator, refuseOwnRole, refuseRolesBeyond } from './limits.ts'
import { isWithin, rolesToGive, ruled } from './role-limits.ts'

const fields = dataScope.fields
const refused = (field: keyof typeof fields, rule: Problem['rule']): Refusal => refusalOf([{ field, label: fields[field], rule }])

const ruledNamed = (name: unknown): Entity => {
  const of = ruled.find((one) => one.name === name)
  if (!of) throw refused('entity', 'not_choice')
  return of
}

/** Refuses values of conditions that name no row of the tenant which the person sees. */
async function refuseUnknownLinks({ actor }: Context, tx: Transaction, of: Entity, conditions: readonly RowCondition[]): Promise<void> {
  for (const { field, values } of conditions) {
    const declared = of.fields[field]!
    if (declared.kind !== 'link' || values.length === 0) continue
    const target = entityNamed(declared.to)
    const into = new Parameters()
    const where = `t.tenant_id = ${into.add(tx.tenantId)} and t.id = any(${into.add(values)}::uuid[])${target.softDelete ? ' and not t.is_deleted' : ''}`
    const scope = scopeSql(target, actor, 't', into)
    const { rows } = await tx.run({
      text: `select count(*)::int as found from ${tableName(target)} t where ${where}${scope ? ` and ${scope}` : ''}`,
      values: into.values,
    })
    if (Number(rows[0]!.found) < values.length) throw refused('conditions', 'absent')
  }
}

/** What the rule is to say, read against the declaration; and the columns that belong to it. */
async function ruleOf(context: Context, tx: Transaction, of: Entity, draft: Parsed, row?: Row): Promise<{ said: RoleScope; columns: Row }> {
  const given = <T>(name: string): T => (name in draft ? draft[name] : row?.[name]) as T
  const kind = given<ScopeKind>('reach')
  if (!kindsFor(of).includes(kind)) throw refused('reach', 'not_choice')
  const depts = kind === 'chosen' ? (given<string[] | null>('depts') ?? []) : []
  if (kind === 'chosen' && depts.length === 0) throw refused('depts', 'required')
  const conditions = kind === 'custom' ? conditionsIn(of, given('conditions')) : undefined
  if (kind === 'custom' && !conditions) throw refused('conditions', given('conditions') ? 'not_choice' : 'required')
  await refuseUnknownLinks(context, tx, of, conditions ?? [])
  const columns = { depts: depts.length > 0 ? depts : null, conditions: conditions ? JSON.stringify(conditions) : null }
  return { said: { kind, deptIds: depts, conditions }, columns }
}

/** Refuses to change what a role sees of an entity unless the person may give the role, and what it sees before and after is within their own. */
async function refuseWider(context: Context, tx: Transaction, roleId: string, of?: Entity, said?: RoleScope): Promise<void> {
  const { actor } = context
  const [row] = await lockRows(role, context, tx, [roleId])
  await refuseOwnRole(context, tx, [roleId])
  await refuseRolesBeyond(context, tx, [roleId])
  const [held] = await rolesToGive(tx, [roleId])
  if (of && !isWithin(said ?? held!.own, actor.scopeOf(of), actor, [], of))
    throw new Refusal('rule', { zh: '数据范围不能大于您自己的', en: 'The data scope must not be wider than your own' })
  const words = said ? fields.reach.of[said.kind].zh : role.fields.reach.of[held!.own.kind as 'all'].zh
  logAccess(context, tx, { event: 'rightsChange', detail: `${row!.role_name}: ${of?.zh ?? ''} ${words}` })
}

hook(dataScope, {
  async beforeAdd(context, tx, { draft }) {
    const of = ruledNamed(draft.entity)
    const { said, columns } = await ruleOf(context, tx, of, draft)
    await refuseWider(context, tx, String(draft.roleId), of, said)
    // The role is locked, so that no other rule of it is being added.
    const { rows } = await tx.run({
      text: 'select 1 from data_scope where tenant_id = $1 and role_id = $2 and entity = $3',
      values: [tx.tenantId, draft.roleId, of.name],
    })
    if (rows.length > 0) throw new Refusal('rule', { zh: `该角色已有“${of.zh}”的规则`, en: `The role already has a rule for “${of.en}”` })
    return columns
  },
  async beforeChange(context, tx, { row, draft }) {
    if (('roleId' in draft && draft.roleId !== row.role_id) || ('entity' in draft && draft.entity !== row.entity))
      throw new Refusal('rule', {
        zh: '规则的角色和数据不能更改，请新增规则',
        en: 'The role and record type of a rule cannot be changed. Add another rule',
      })
    const of = ruledNamed(row.entity)
    const { said, columns } = await ruleOf(context, tx, of, draft, row)
    await refuseWider(context, tx, String(row.role_id), of, said)
    return columns
  },
  async afterSave(_, tx) {
    await refuseLastAdministrator(tx)
  },
  async beforeRemove(context, tx, { rows }) {
    // A rule of records that the program no longer knows limits nothing, and goes like any other.
    for (const row of rows)
      await refuseWider(
        context,
        tx,
        String(row.role_id),
        ruled.find((one) => one.name === row.entity),
      )
    tx.later({
      text: 'delete from data_scope where tenant_id = $1 and id = any($2::uuid[])',
      values: [tx.tenantId, rows.map((row) => row.id)],
    })
    await refuseLastAdministrator(tx)
  },
})
