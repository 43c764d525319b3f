import { changeOutcomes, importChanges, importProblems } from '#contract/calls/import/import.ts'
import { importJob } from '#contract/entities/import/import-job.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import { entityNamed, type ImportTarget, importCalls } from '#contract/registry.ts'
import { Parameters, type Row } from '#server/db/query.ts'
import { mayList, scopeSql, seesAll } from '#server/kit/access/access.ts'
import type { Actor } from '#server/kit/access/actor.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { rowsPerSheet } from '#server/kit/import/cells/cell.ts'
import { pagePlan } from '#server/kit/read/page-plan.ts'
import { read } from '#server/kit/refuse.ts'
import type { Change } from '#server/kit/steps/event.ts'
import { tableName } from '#server/kit/table.ts'
import { saidBoth } from './change-list.ts'

const targets = Object.keys(importCalls) as ImportTarget[]

/** Targets of which the person sees every row, so that words which quote any of them are open. */
const openTargets = (actor: Actor): ImportTarget[] =>
  targets.filter((target) => mayList(actor, entityNamed(target)) && seesAll(entityNamed(target), actor))

/** SQL that the person sees the row of the register that something in an import `t` is about, by the alias and the column with its id. */
export function recordSql(actor: Actor, into: Parameters, alias: string, column: string): string {
  const all = new Set(openTargets(actor))
  const seen = targets.flatMap((target) => {
    const of = entityNamed(target)
    if (!mayList(actor, of)) return []
    const is = `t.target = '${target}'`
    if (all.has(target)) return [is]
    const live = of.softDelete ? ' and not r.is_deleted' : ''
    const scope = scopeSql(of, actor, 'r', into)
    return [
      `${is} and exists (select from ${tableName(of)} r where r.tenant_id = t.tenant_id and r.id = ${alias}.${column}${live}${scope ? ` and ${scope}` : ''})`,
    ]
  })
  return `(${seen.map((one) => `(${one})`).join(' or ') || 'false'})`
}

/** The condition of what was found in an import that the person sees, over the rows `c` and their import `t`. */
function findingsOf({ actor }: Context, id: string, into: Parameters): string {
  const scope = scopeSql(importJob, actor, 't', into)
  return `c.tenant_id = ${into.add(actor.tenantId)} and c.job_id = ${into.add(id)}::uuid${scope ? ` and ${scope}` : ''}`
}

/** Where a finding `c` of an import `t` stands in the file. */
const placeSql = `(c.row_no - 1) % ${rowsPerSheet} + 1 as row, t.layout -> 'sheets' -> ((c.row_no - 1) / ${rowsPerSheet}) ->> 'name' as sheet`

interface ProblemsInput {
  id: string
  grade?: string | null
  field?: string | null
}

/** SQL of the words of a problem `c` of an import `t`: those that quote other records for who sees all of them. */
export function wordsSql(language: Context['language'], actor: Actor): string {
  const open = openTargets(actor).map((target) => `'${target}'`)
  const words = { zh: 'coalesce(c.closed_zh, c.zh)', en: 'coalesce(c.closed_en, c.en)' }
  return `case when t.target = any(array[${open.join(', ')}]::text[]) then c.${language} else ${words[language]} end`
}

/** One page of what is wrong, for an import that the person sees. */
export function problems(context: Context): ReadPlan<AnswerOf<typeof importProblems>> {
  const { id, grade, field } = read(importProblems.input, context.input) as unknown as ProblemsInput
  const into = new Parameters()
  const where = [
    findingsOf(context, id, into),
    ...(grade ? [`c.grade = ${into.add(grade)}`] : []),
    ...(field ? [`c.field = ${into.add(field)}`] : []),
  ].join(' and ')
  return pagePlan(
    context,
    {
      columns: `c.seq::text as id, ${placeSql}, c.at as column, c.field, c.grade, ${wordsSql(context.language, context.actor)} as message, c.value`,
      from: `import_problem c join import_job t on t.tenant_id = c.tenant_id and t.id = c.job_id where ${where}`,
      order: 'c.seq',
      values: into.values,
    },
    (row: AnswerOf<typeof importProblems>['records'][number]) => row,
  )
}

interface ChangesInput {
  id: string
  field?: string | null
  outcome?: string | null
}

/** One page of the differences that an import found, of the records that the person sees. */
export function changes(context: Context): ReadPlan<AnswerOf<typeof importChanges>> {
  const { id, field, outcome } = read(importChanges.input, context.input) as unknown as ChangesInput
  const into = new Parameters()
  const { language } = context
  const where = [
    findingsOf(context, id, into),
    recordSql(context.actor, into, 'c', 'entity_id'),
    ...(field ? [`c.changes ?| ${into.add([field, `${field}Id`])}::text[]`] : []),
    ...(outcome ? [`c.outcome = ${into.add(outcome)}`] : []),
  ].join(' and ')
  const parts = {
    columns: `c.seq::text as id, ${placeSql}, t.target, c.title, c.outcome, c.${language} as message, c.changes, c.written`,
    from: `import_change c join import_job t on t.tenant_id = c.tenant_id and t.id = c.job_id where ${where}`,
    order: 'c.seq',
    values: into.values,
  }
  return pagePlan(context, parts, (row: Row) => {
    const view = context.actor.settings.view(entityNamed(String(row.target)))
    const known = row.changes as Readonly<Record<string, Change>>
    // Of a record that was taken in part, the part that was written.
    const written = row.written as Readonly<Record<string, Change>> | null
    return {
      id: String(row.id),
      row: Number(row.row),
      sheet: (row.sheet as string | null) ?? null,
      title: String(row.title),
      outcome: row.outcome as keyof typeof changeOutcomes,
      outcomeValue: changeOutcomes[row.outcome as keyof typeof changeOutcomes][language],
      message: (row.message as string | null) ?? null,
      changes: Object.entries(view.fields).flatMap(([name, facts]) => {
        const wire = wireName(name, facts)
        const change = known[wire]
        if (!change || (written && !Object.hasOwn(written, wire))) return []
        const [from, to] = [saidBoth(facts, change.from, change.fromName), saidBoth(facts, change.to, change.toName)]
        return [{ field: name, label: facts[language], from: from[language], to: to[language] }]
      }),
    }
  })
}
