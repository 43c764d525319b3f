import { transferList, transferOrder } from '#contract/calls/identity/user.ts'
import { user } from '#contract/entities/identity/user.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { rightOf } from '#contract/kit/entity/entity.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters, type Row, rowsAs } from '#server/db/query.ts'
import { mayCall, scopeSql } from '#server/kit/access/access.ts'
import type { Actor } from '#server/kit/access/actor.ts'
import { asSystem } from '#server/kit/access/as-system.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { paged, pageOf } from '#server/kit/read/list.ts'
import { read } from '#server/kit/refuse.ts'
import { record } from '#server/kit/steps/event.ts'
import { openWork } from '#server/kit/steps/open-work.ts'
import { tableName } from '#server/kit/table.ts'
import { refuseRetired } from '#server/kit/write/refuse-retired.ts'
import { lockPeople } from './limits.ts'

const ofKind = (kind: unknown) => openWork.find(({ of }) => of.name === kind)

/** What waits for people, as SQL of rows `kind, id, title, state, user_id`. The tenant becomes `$1`, the people `$2`. */
function waitingSql(tenantId: string, users: readonly unknown[], into: Parameters): string {
  const [tenant, people] = [into.add(tenantId), into.add(users)]
  const parts = openWork.map((work) => `select '${work.of.name}' as kind, x.* from (${work.waitingSql(into, tenant, people)}) x`)
  return parts.join(' union all ')
}

/** Whether the asking person sees the row behind a waiting thing `w`, as SQL. */
function seenSql(actor: Actor, into: Parameters): string {
  const listed = openWork.map(({ of }) => of).filter((of) => mayCall(actor, rightOf(of, 'list'), `${of.name}.list`))
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
  const page = pageOf(context)
  const into = new Parameters()
  const waiting = waitingSql(context.actor.tenantId, [userId], into)
  const scope = scopeSql(user, context.actor, 't', into)
  const seen = `exists (select 1 from app_user t where t.tenant_id = $1 and t.id = w.user_id${scope ? ` and ${scope}` : ''})`
  return {
    queries: [
      {
        text: `select w.id, w.kind, w.state, case when ${seenSql(context.actor, into)} then w.title end as title, count(*) over () as total
          from (${waiting}) w where ${seen} order by w.kind desc, w.title, w.id limit ${page.size} offset ${page.offset}`,
        values: into.values,
      },
    ],
    answer([found]) {
      const records = rowsAs<Waiting>(found).map(({ id, kind, title, state }) => ({
        id,
        kind,
        kindValue: ofKind(kind)?.of[context.language] ?? kind,
        title,
        state,
        stateValue: ofKind(kind)?.states[state]?.[context.language] ?? state,
      }))
      return paged(records, Number(found!.rows[0]?.total ?? 0), page)
    },
  }
}

/** Refuses to let go of people for whom something waits. */
export async function refuseWaiting(tx: Transaction, rows: readonly Row[]): Promise<void> {
  const into = new Parameters()
  const waiting = waitingSql(
    tx.tenantId,
    rows.map((row) => row.id),
    into,
  )
  const found = await tx.run({
    text: `select w.user_id, count(*)::int as n from (${waiting}) w group by 1 order by 1 limit 1`,
    values: into.values,
  })
  const first = found.rows[0]
  if (!first) return
  const name = String(rows.find((row) => row.id === first.user_id)?.real_name)
  throw new Refusal('rule', {
    zh: `“${name}”还有 ${Number(first.n)} 件待交接事项，请先交接给同事`,
    en: `“${name}” still has ${Number(first.n)} open items. Hand them over to a colleague first`,
  })
}

/** Hands everything that waits for a person to a colleague, all in this transaction. */
export async function handOver(context: Context, tx: Transaction) {
  const { userId, toId } = read(transferOrder.input, context.input) as { userId: string; toId: string }
  if (userId === toId) throw new Refusal('rule', { zh: '请选择另一位同事', en: 'Choose another person' })
  const people = await lockPeople(context, tx, [userId, toId], 'self')
  const [from, to] = [userId, toId].map((id) => people.find((row) => row.id === id)!) as [Row, Row]
  if (to.status !== 'active') throw new Refusal('rule', { zh: '接手人已停用', en: 'The colleague is inactive' })
  await refuseRetired(context, tx, { to: transferOrder.input.to }, { toId })
  const done: Record<string, number> = {}
  // The other way round than they build on each other: an order is locked before its card, as its steps do.
  for (const work of openWork.toReversed()) done[work.as] = await work.handOver({ context: asSystem(context, work.rule), tx, from, to })
  record(context, tx, {
    entity: user.name,
    entityId: userId,
    verb: 'transferOrder',
    version: Number(from.version),
    input: { to: String(to.real_name) },
  })
  return done
}
