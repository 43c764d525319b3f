import { deptPlan } from '#contract/calls/identity/dept.ts'
import { dept } from '#contract/entities/identity/dept.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Field } from '#contract/kit/fields/field.ts'
import type { Words } from '#contract/kit/words.ts'
import { Parameters, type Query, type Row, type Rows } from '#server/db/query.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { read, refusalOf } from '#server/kit/refuse.ts'
import { columnName, tableName } from '#server/kit/table.ts'
import { type DeptHolding, deptHoldings } from '#server/kit/write/dept-holdings.ts'

export interface Asked {
  readonly deptId: string
  readonly kind: 'merge' | 'move' | 'close'
  readonly toId: string | null
}

export function askedIn(context: Context): Asked {
  const { deptId, kind, toId } = read(deptPlan.input, context.input) as Record<string, string | null | undefined>
  if (kind === 'merge' && !toId) throw refusalOf([{ field: 'toId', label: deptPlan.input.to, rule: 'required' }])
  // Everything that hangs on a department is outside many a scope: who orders departments sees all of them.
  if (!context.actor.general.isAll)
    throw new Refusal('rule', {
      zh: '只有数据范围为全部的人员可以调整科室',
      en: 'Only people whose data scope is all can reorganise departments',
    })
  return { deptId: deptId!, kind: kind as Asked['kind'], toId: kind === 'close' ? null : (toId ?? null) }
}

/** The department ($2) and the one it would go to ($3), with their paths, and how many stand below the first. */
export const placesQuery = (tenantId: string, { deptId, toId }: Asked): Query => ({
  text: `select d.*, (select count(*)::int from dept c where c.tenant_id = d.tenant_id and c.parent_id = d.id and not c.is_deleted) as below
    from dept d where d.tenant_id = $1 and d.id = any(array[$2::uuid, $3::uuid]) and not d.is_deleted order by d.id`,
  values: [tenantId, deptId, toId],
})

/** Why an act cannot be done for the places alone; undefined when it can. Refuses departments that are not there. */
export function wrongPlace(rows: readonly Row[], { deptId, kind, toId }: Asked): { from: Row; to: Row | undefined; why?: Words } {
  const [from, to] = [rows.find((row) => row.id === deptId), rows.find((row) => row.id === toId)]
  if (!from || (toId && !to)) throw new Refusal('not_found', { what: dept })
  const isInside = to && String(to.path).startsWith(String(from.path))
  if (isInside) return { from, to, why: { zh: '目标科室不能是本科室或其下级', en: 'The target cannot be this department or one below it' } }
  if (to && Number(to.is_sealed) === 1) return { from, to, why: { zh: '目标科室已封存', en: 'The target department is sealed' } }
  if (kind === 'close' && Number(from.below) > 0)
    return { from, to, why: { zh: '还有下级科室，请先移走', en: 'It has departments below it. Move them first' } }
  return { from, to }
}

const fieldOf = ({ of, field }: DeptHolding): Field => of.fields[field]!

/** SQL over `p` of the rows that name a department. */
export function namingSql(holding: DeptHolding, from: string): string {
  const field = fieldOf(holding)
  const column = `p.${columnName(holding.field, field)}`
  return `${field.kind === 'ids' ? `${column} @> array[${from}::uuid]` : `${column} = ${from}::uuid`}${holding.of.softDelete ? ' and not p.is_deleted' : ''}`
}

/** The numbers of rows of each holding; `n`: those that go along or, for a close, those that keep the department open. */
export function countsQuery(tenantId: string, { deptId, kind, toId }: Asked): Query {
  const into = new Parameters()
  const [tenant, from, to] = [into.add(tenantId), into.add(deptId), into.add(toId)]
  const parts = deptHoldings.map((holding, index) => {
    const { of, where, keeps } = holding
    const goes = kind === 'merge' ? where?.(`${to}::uuid`) : undefined
    const counts = kind === 'close' ? (keeps === undefined ? 'false' : keeps === true ? undefined : keeps.open) : undefined
    const more = [goes, counts].filter(Boolean).map((one) => ` and (${one})`)
    return `(select ${index} as at, count(*)::int as n from ${tableName(of)} p where p.tenant_id = ${tenant} and ${namingSql(holding, from)}${more.join('')})`
  })
  return {
    text: `select x.at, x.n from (${parts.join(' union all ')}) x where ${to}::uuid is null or true order by x.at`,
    values: into.values,
  }
}

/** Why a department cannot be closed: what still hangs on it. */
export function stillHeld(counts: Rows | undefined): Words | undefined {
  const held = counts!.rows.flatMap(({ at, n }) => (Number(n) > 0 ? [{ of: deptHoldings[Number(at)]!.of, n: Number(n) }] : []))
  if (held.length === 0) return undefined
  const said = (language: 'zh' | 'en') => held.map(({ of, n }) => `${of[language]} ${n}`).join(language === 'zh' ? '，' : ', ')
  return { zh: `仍有 ${said('zh')}，请先并入其他科室或移走`, en: `There are still ${said('en')}: merge or move them first` }
}

/** What the act would do, for the dialog that asks. */
export function planOf(context: Context): ReadPlan<AnswerOf<typeof deptPlan>> {
  const asked = askedIn(context)
  const { language, actor } = context
  return {
    queries: [placesQuery(actor.tenantId, asked), countsQuery(actor.tenantId, asked)],
    answer([places, counts]) {
      const { from, to, why } = wrongPlace(places!.rows, asked)
      const obstacle = why ?? (asked.kind === 'close' ? stillHeld(counts) : undefined)
      const parts = counts!.rows.flatMap(({ at, n }) => {
        const holding = deptHoldings[Number(at)]!
        const facts = { entity: holding.of.name, name: holding.of[language], field: fieldOf(holding)[language], count: Number(n) }
        return Number(n) > 0 && asked.kind !== 'move' ? [facts] : []
      })
      return {
        deptName: String(from.dept_name),
        toName: to ? String(to.dept_name) : null,
        below: Number(from.below),
        parts,
        obstacle: obstacle?.[language] ?? null,
      }
    },
  }
}
