import { deptPlan, deptReorganize } from '#contract/calls/identity/dept.ts'
import { dept } from '#contract/entities/identity/dept.ts'
import { deptMerging } from '#contract/entities/identity/dept-rules.ts'
import type { ProcessRule } from '#contract/kit/entity/process-rule.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters, type Row } from '#server/db/query.ts'
import { asSystem, lockByRule } from '#server/kit/access/as-system.ts'
import type { Context } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { lockTree, moveSubtree } from '#server/kit/read/tree.ts'
import { record } from '#server/kit/steps/event.ts'
import { columnName, tableName } from '#server/kit/table.ts'
import { type DeptHolding, deptHoldings } from '#server/kit/write/dept-holdings.ts'
import { gatherStatistics } from '#server/kit/write/statistics.ts'
import { writeRows } from '#server/kit/write/write-rows.ts'
import { type Asked, askedIn, countsQuery, namingSql, placesQuery, planOf, stillHeld, wrongPlace } from './dept-plan.ts'

interface Merge {
  readonly context: Context
  readonly tx: Transaction
  readonly from: Row
  readonly to: Row
}

/** The rule of the merging with what hangs on departments in every module. */
const mergingAll = (): ProcessRule => ({
  ...deptMerging,
  touches: { ...deptMerging.touches, ...Object.fromEntries(deptHoldings.map(({ of }) => [of.name, ['change']])) },
})

/** Puts the other department in the place of the merged one in all rows of a holding, each with its event. */
async function carry({ context, tx, from, to }: Merge, holding: DeptHolding): Promise<number> {
  const { of, field: name, where } = holding
  const field = of.fields[name]!
  const column = columnName(name, field)
  const into = new Parameters()
  const [tenant, source] = [into.add(tx.tenantId), into.add(from.id)]
  const target = where && `${into.add(to.id)}::uuid`
  // The database refuses parameters that the text does not name, and not every condition names the other department.
  const goes = where && target ? ` and (${where(target)}) and ${target} is not null` : ''
  const found = await tx.run({
    text: `select p.id from ${tableName(of)} p where p.tenant_id = ${tenant} and ${namingSql(holding, source)}${goes}`,
    values: into.values,
  })
  const locked = await lockByRule(
    of,
    context,
    tx,
    found.rows.map((row) => row.id),
  )
  const next = (held: unknown): unknown =>
    field.kind === 'ids' ? [...new Set((held as string[]).map((id) => (id === from.id ? to.id : id)))] : to.id
  const names = { fromName: String(from.dept_name), toName: String(to.dept_name) }
  await writeRows(
    of,
    context,
    tx,
    { verb: 'change' },
    locked.map((row) => {
      const value = next(row[column])
      return { row, set: { [column]: value }, changes: { [wireName(name, field)]: { from: row[column], to: value, ...names } } }
    }),
  )
  return locked.length
}

/** Roles that see chosen departments see the other one in place of the merged one. */
function carryRoles({ tx, from, to }: Merge): void {
  tx.later({
    text: `insert into role_dept (tenant_id, role_id, dept_id) select r.tenant_id, r.role_id, $3 from role_dept r where r.tenant_id = $1 and r.dept_id = $2
      and not exists (select 1 from role_dept o where o.tenant_id = r.tenant_id and o.role_id = r.role_id and o.dept_id = $3)`,
    values: [tx.tenantId, from.id, to.id],
  })
  tx.later({ text: 'delete from role_dept where tenant_id = $1 and dept_id = $2', values: [tx.tenantId, from.id] })
}

/** Writes columns of a department with its event. */
async function writeDept(
  context: Context,
  tx: Transaction,
  row: Row,
  set: Row,
  verb: string,
  changes: object,
  input?: object,
): Promise<void> {
  const columns = Object.keys(set)
  tx.later({
    text: `update dept set ${columns.map((column, index) => `${column} = $${index + 5}`).join(', ')}, version = $3, updated_by = $4, updated_at = now()
      where tenant_id = $1 and id = $2`,
    values: [tx.tenantId, row.id, Number(row.version) + 1, context.actor.userId, ...Object.values(set)],
  })
  record(context, tx, {
    entity: dept.name,
    entityId: String(row.id),
    verb,
    version: Number(row.version) + 1,
    changes: { ...changes },
    input,
  })
}

/** Moves a department with all below it. */
async function moveTo(context: Context, tx: Transaction, row: Row, to: Row | undefined): Promise<void> {
  const path = await moveSubtree(dept, tx, row, to?.id ?? null)
  const changes = { parentId: { from: row.parent_id, to: to?.id ?? null, toName: to ? String(to.dept_name) : null } }
  await writeDept(context, tx, row, { parent_id: to?.id ?? null, path }, 'change', changes)
}

const sealing = { isSealed: { from: 0, to: 1 } }
const mergedInto = (to: Row) => ({ ...sealing, mergedIntoId: { from: null, to: to.id, fromName: null, toName: String(to.dept_name) } })

async function merge(given: Merge): Promise<number> {
  const { context, tx, from, to } = given
  const counts: Record<string, number> = {}
  let moved = 0
  for (const holding of deptHoldings) {
    const count = await carry(given, holding)
    counts[`${holding.of.name}.${holding.field}`] = count
    moved += count
  }
  carryRoles(given)
  const { rows: below } = await tx.run({
    text: 'select * from dept where tenant_id = $1 and parent_id = $2 and not is_deleted order by id for update',
    values: [tx.tenantId, from.id],
  })
  for (const row of below) await moveTo(context, tx, row, to)
  await writeDept(context, tx, from, { is_sealed: 1, merged_into_id: to.id }, 'change', mergedInto(to), {
    into: String(to.dept_name),
    counts,
  })
  // Statistics of small tables matter to no plan.
  const large = deptHoldings.flatMap(({ of, field }) => (of.large && counts[`${of.name}.${field}`]! > 0 ? [of] : []))
  await gatherStatistics(tx, moved, large)
  return moved + below.length
}

async function reorganize(context: Context, tx: Transaction) {
  const asked: Asked = askedIn(context)
  // Two acts at once could each be fine and make a circle, or bring rows to a department that is being merged.
  lockTree(dept, tx, 'move')
  const held = await tx.run(placesQuery(tx.tenantId, asked))
  await lockByRule(
    dept,
    { rule: deptMerging },
    tx,
    held.rows.map((row) => row.id),
  )
  const { from, to, why } = wrongPlace((await tx.run(placesQuery(tx.tenantId, asked))).rows, asked)
  if (why) throw new Refusal('rule', { ...why })
  if (asked.kind === 'merge') {
    if (Number(from.is_sealed) === 1) throw new Refusal('rule', { zh: '该科室已封存', en: 'This department is sealed already' })
    const moved = await merge({ context: asSystem(context, mergingAll()), tx, from, to: to! })
    return { id: String(from.id), moved }
  }
  if (asked.kind === 'move') {
    await moveTo(context, tx, from, to)
    return { id: String(from.id), moved: Number(from.below) }
  }
  const obstacle = stillHeld(await tx.run(countsQuery(tx.tenantId, asked)))
  if (obstacle) throw new Refusal('rule', { ...obstacle })
  await writeDept(context, tx, from, { is_sealed: 1 }, 'change', sealing)
  return { id: String(from.id), moved: 0 }
}

/** Merging, moving and closing of departments. */
export const deptOrderAnswers: readonly Answer[] = [answer(deptPlan, { read: planOf }), answer(deptReorganize, { write: reorganize })]
