import { accessChanges } from '#contract/calls/record/access-review.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import type { Entity } from '#contract/kit/entity/entity.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import { searchForm } from '#contract/kit/text/one-writing.ts'
import type { Language } from '#contract/kit/words.ts'
import { entities } from '#contract/registry.ts'
import { Parameters } from '#server/db/query.ts'
import { unionOf } from '#server/kit/access/scope-of-roles.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { answer } from '#server/kit/family.ts'
import { likeText } from '#server/kit/read/like.ts'
import { pagePlan } from '#server/kit/read/page-plan.ts'
import { read } from '#server/kit/refuse.ts'
import type { Change } from '#server/kit/steps/event.ts'
import { tableName, titleColumn } from '#server/kit/table.ts'
import { mayReadRows } from './log-answers.ts'

/** What says what people see and may do; parameters beside it. */
const governing = (): Entity[] => entities.filter((of) => of.governs || of.name === 'param')

type Listed = AnswerOf<typeof accessChanges>['records'][number]
interface Found extends Omit<Listed, 'changes' | 'entityValue'> {
  readonly changes: Readonly<Record<string, Change>> | null
}

const plain = (value: unknown): string | null =>
  value === null || value === undefined ? null : typeof value === 'object' ? JSON.stringify(value) : String(value)

/** The changes of an event by the labels of the fields, links by their names. */
function changesOf(of: Entity | undefined, changes: Found['changes'], language: Language): Listed['changes'] {
  const labels = new Map(Object.entries(of?.fields ?? {}).map(([name, field]) => [wireName(name, field), field]))
  return Object.entries(changes ?? {}).flatMap(([wire, change]) => {
    if (typeof change !== 'object' || change === null || !('to' in change)) return []
    const field = labels.get(wire)
    const worded = (value: unknown, name: string | null | undefined): string | null =>
      name ?? (field?.kind === 'choice' ? (field.of[String(value)]?.[language] ?? plain(value)) : plain(value))
    return [{ name: field?.[language] ?? wire, from: worded(change.from, change.fromName), to: worded(change.to, change.toName) }]
  })
}

/** Events of what governs, for who sees all departments by the roles that hold the right; the others see none. */
function list(context: Context): ReadPlan<AnswerOf<typeof accessChanges>> {
  const { actor, language } = context
  const { keyword, entity } = read(accessChanges.input, context.input, { beside: ['tenantId'] }) as Record<
    'keyword' | 'entity',
    string | null
  >
  const all = governing()
  const into = new Parameters()
  const isAll = unionOf(actor.roles.filter((role) => role.rights.has(accessChanges.may))).isAll
  const where = [
    `t.tenant_id = ${into.add(actor.tenantId)}`,
    `t.entity = any(${into.add(all.flatMap(({ name }) => (!entity || name === entity ? [name] : [])))}::text[])`,
    `(t.entity <> 'user' or t.verb in ('grant', 'updateStatus', 'remove') or t.changes ?| array['roleId', 'moreRoles', 'deptId', 'status'])`,
    ...(isAll ? [] : ['false']),
  ]
  if (keyword) where.push(`search_form(t.actor_name) like ${into.add(`%${likeText(searchForm(keyword))}%`)}`)
  const titles = all.map(
    (of) =>
      `when '${of.name}' then (select x.${titleColumn(of)} from ${tableName(of)} x where x.tenant_id = t.tenant_id and x.id = t.entity_id)`,
  )
  const parts = {
    columns: `t.id, t.at as "createTime", t.actor_name as "createUserName", t.entity, t.entity_id as "entityId", case t.entity ${titles.join(' ')} end as title,
      t.verb, t.input ->> 'detail' as detail, t.changes`,
    from: `audit_event t where ${where.join(' and ')}`,
    order: 't.at desc, t.id desc',
    values: into.values,
  }
  return pagePlan<Found, Listed>(context, parts, (row) => {
    const of = all.find(({ name }) => name === row.entity)
    const isOpen = mayReadRows(context, row.entity)
    return {
      ...row,
      entityValue: of?.[language] ?? row.entity,
      detail: isOpen ? row.detail : null,
      changes: isOpen ? changesOf(of, row.changes, language) : [],
    }
  })
}

/** Who changed what people may do. */
export const accessChangesAnswer = answer(accessChanges, { read: list })
