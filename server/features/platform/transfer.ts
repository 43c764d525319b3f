import { v7 } from 'uuid'
import { transferList, transferOrder } from '#contract/calls/user.ts'
import { device } from '#contract/entities/asset/device.ts'
import { checkTask } from '#contract/entities/check/check-task.ts'
import { user } from '#contract/entities/platform/user.ts'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import { openRepairStates } from '#contract/entities/service/repair-states.ts'
import type { AnswerOf } from '#contract/kit/answer.ts'
import { rightOf } from '#contract/kit/entity.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { entityNamed } from '#contract/registry.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters, type Row, rowsAs } from '#server/db/query.ts'
import { opens, scopeSql } from '#server/kit/access.ts'
import type { Actor } from '#server/kit/actor.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { record } from '#server/kit/event.ts'
import { pageOf } from '#server/kit/list.ts'
import { read } from '#server/kit/refuse.ts'
import { tableName } from '#server/kit/table.ts'
import { lockPeople } from './limits.ts'
import { notify } from './public.ts'

const openChecks = ['draft', 'open']

/** What waits for people, as rows of `kind, id, title, state, user_id`. `$1` tenant, `$2` users, `$3` and `$4` the open states. */
const waiting = `
  select '${repairOrder.name}' as kind, o.id, o.order_no || coalesce(' ' || d.device_name, '') as title, o.repair_status as state, o.engineer_id as user_id
  from repair_order o left join device d on d.tenant_id = o.tenant_id and d.id = o.device_id
  where o.tenant_id = $1 and o.engineer_id = any($2::uuid[]) and not o.is_deleted and o.repair_status = any($3::text[])
  union all select '${checkTask.name}', c.id, c.check_title, c.check_status, m.user_id from check_member m
  join check_task c on c.tenant_id = m.tenant_id and c.id = m.check_id and not c.is_deleted and c.check_status = any($4::text[])
  where m.tenant_id = $1 and m.user_id = any($2::uuid[])
  union all select '${device.name}', d.id, d.device_code || ' ' || d.device_name, d.eam_status, d.keeper_id from device d
  where d.tenant_id = $1 and d.keeper_id = any($2::uuid[]) and not d.is_deleted`

const valuesOf = (tenantId: string, users: readonly unknown[]): unknown[] => [tenantId, users, openRepairStates, openChecks]
const stateOf: Readonly<Record<string, Readonly<Record<string, { zh: string; en: string }>>>> = {
  [repairOrder.name]: repairOrder.fields.repairStatus.of,
  [checkTask.name]: checkTask.fields.checkStatus.of,
  [device.name]: device.fields.eamStatus.of,
}

/** Whether the asking person sees the row behind a waiting thing `w`, as SQL. */
function seenSql(actor: Actor, into: Parameters): string {
  const listed = [repairOrder, checkTask, device].filter(
    (of) => actor.rights.has(rightOf(of, 'list')) && opens(actor.callPatterns, `${of.name}.list`),
  )
  const each = listed.map((of) => {
    const scope = scopeSql(of, actor, 'r', into)
    return `w.kind = '${of.name}' and exists (select 1 from ${tableName(of)} r where r.tenant_id = $1 and r.id = w.id${scope ? ` and ${scope}` : ''})`
  })
  return each.length > 0 ? each.map((one) => `(${one})`).join(' or ') : 'false'
}

type Waiting = AnswerOf<typeof transferList>['records'][number]

/** One page of what a person would hand over: all of it, with the title of what the asking person sees. */
export function waitingFor(context: Context): ReadPlan<AnswerOf<typeof transferList>> {
  const { userId } = read(transferList.input, context.input) as { userId: string }
  const { current, size, offset } = pageOf(context)
  const into = new Parameters()
  for (const value of valuesOf(context.actor.tenantId, [userId])) into.add(value)
  const scope = scopeSql(user, context.actor, 't', into)
  const seen = `exists (select 1 from app_user t where t.tenant_id = $1 and t.id = w.user_id${scope ? ` and ${scope}` : ''})`
  return {
    queries: [
      {
        text: `select w.id, w.kind, w.state, case when ${seenSql(context.actor, into)} then w.title end as title, count(*) over () as total
          from (${waiting}) w where ${seen} order by w.kind desc, w.title, w.id limit ${size} offset ${offset}`,
        values: into.values,
      },
    ],
    answer([found]) {
      const total = Number(found!.rows[0]?.total ?? 0)
      const records = rowsAs<Waiting>(found).map(({ id, kind, title, state }) => ({
        id,
        kind,
        kindValue: entityNamed(kind)[context.language],
        title,
        state,
        stateValue: stateOf[kind]?.[state]?.[context.language] ?? state,
      }))
      return { records, total, size, current, pages: Math.ceil(total / size) }
    },
  }
}

/** Refuses to let go of people for whom something waits. */
export async function refuseWaiting(tx: Transaction, rows: readonly Row[]): Promise<void> {
  const found = await tx.run({
    text: `select w.user_id, count(*)::int as n from (${waiting}) w group by 1 order by 1 limit 1`,
    values: valuesOf(
      tx.tenantId,
      rows.map((row) => row.id),
    ),
  })
  const first = found.rows[0]
  if (!first) return
  const name = String(rows.find((row) => row.id === first.user_id)?.real_name)
  throw new Refusal('rule', {
    zh: `“${name}”还有 ${Number(first.n)} 件待交接事项，请先交接给同事`,
    en: `${Number(first.n)} things still wait for “${name}”: hand them over to a colleague first`,
  })
}

/** Queues one event for each row that changed hands. */
function recordMoves(context: Context, tx: Transaction, field: string, entity: string, rows: readonly Row[], from: Row, to: Row): void {
  if (rows.length === 0) return
  const changes = { [`${field}Id`]: { from: from.id, to: to.id, fromName: from.real_name, toName: to.real_name } }
  tx.later({
    text: `insert into audit_event (tenant_id, id, entity, entity_id, verb, version, changes, actor_id, actor_name)
      select $1, v.id, $2, v.entity_id, 'change', v.version, $3::jsonb, $4, $5 from jsonb_to_recordset($6::jsonb) v(id uuid, entity_id uuid, version int)`,
    values: [
      tx.tenantId,
      entity,
      JSON.stringify(changes),
      context.actor.userId,
      context.actor.realName,
      JSON.stringify(rows.map((row) => ({ id: v7(), entity_id: row.id, version: row.version }))),
    ],
  })
}

const moved = `version = t.version + 1, updated_by = $4, updated_at = now()`

/** Refuses a colleague who could not go on with what is handed over. */
async function refuseUnfit(tx: Transaction, to: Row, hasOrders: boolean): Promise<void> {
  if (to.status !== 'active') throw new Refusal('rule', { zh: '接手人已停用', en: 'The colleague is stopped' })
  if (!hasOrders) return
  const { rows } = await tx.run({
    text: `select 1 from role_grant where tenant_id = $1 and role_id = $2 and right_code = 'repairOrder.work'`,
    values: [tx.tenantId, to.role_id],
  })
  if (rows.length === 0)
    throw new Refusal('rule', {
      zh: '待交接的有维修工单，接手人的角色不能维修',
      en: 'Repairs are to be handed over, and the colleague’s role may not repair',
    })
}

/** Hands open repairs, memberships of running checks and kept cards to a colleague, all in this transaction. */
export async function handOver(context: Context, tx: Transaction) {
  const { userId, toId } = read(transferOrder.input, context.input) as { userId: string; toId: string }
  if (userId === toId) throw new Refusal('rule', { zh: '请选择另一位同事', en: 'Choose another person' })
  const people = await lockPeople(context, tx, [userId, toId], 'self')
  const [from, to] = [userId, toId].map((id) => people.find((row) => row.id === id)!) as [Row, Row]
  const values = [tx.tenantId, userId, toId, context.actor.userId]
  const orders = await tx.run({
    text: `update repair_order t set engineer_id = $3, ${moved} where t.tenant_id = $1 and t.engineer_id = $2 and not t.is_deleted and t.repair_status = any($5::text[])
      returning t.id, t.version, t.order_no`,
    values: [...values, openRepairStates],
  })
  await refuseUnfit(tx, to, orders.rows.length > 0)
  const cards = await tx.run({
    text: `update device t set keeper_id = $3, ${moved} where t.tenant_id = $1 and t.keeper_id = $2 and not t.is_deleted returning t.id, t.version`,
    values,
  })
  const running = `m.check_id in (select id from check_task c where c.tenant_id = $1 and not c.is_deleted and c.check_status = any($4::text[]))`
  const checks = await tx.run({
    text: `select m.check_id as id from check_member m where m.tenant_id = $1 and m.user_id = $2 and $3::uuid is not null and ${running} for update of m`,
    values: [tx.tenantId, userId, toId, openChecks],
  })
  // Who counts there already goes on alone.
  tx.later({
    text: `delete from check_member m where m.tenant_id = $1 and m.user_id = $2 and ${running}
      and exists (select 1 from check_member o where o.tenant_id = m.tenant_id and o.check_id = m.check_id and o.user_id = $3)`,
    values: [tx.tenantId, userId, toId, openChecks],
  })
  tx.later({
    text: `update check_member m set user_id = $3, version = m.version + 1 where m.tenant_id = $1 and m.user_id = $2 and ${running}`,
    values: [tx.tenantId, userId, toId, openChecks],
  })
  recordMoves(context, tx, 'engineer', repairOrder.name, orders.rows, from, to)
  recordMoves(context, tx, 'keeper', device.name, cards.rows, from, to)
  for (const { id } of checks.rows)
    record(context, tx, {
      entity: checkTask.name,
      entityId: String(id),
      verb: 'lines',
      input: { from: String(from.real_name), to: String(to.real_name) },
    })
  for (const order of orders.rows)
    notify(context, tx, {
      kind: 'repair_assigned',
      subject: String(order.order_no),
      target: 'repairOrder',
      targetId: String(order.id),
      to: { users: [toId] },
    })
  const done = { repairOrders: orders.rows.length, checkTasks: checks.rows.length, devices: cards.rows.length }
  record(context, tx, {
    entity: user.name,
    entityId: userId,
    verb: 'transferOrder',
    version: Number(from.version),
    input: { to: String(to.real_name) },
  })
  return done
}
