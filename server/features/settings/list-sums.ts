import { listSums } from '#contract/calls/settings/list-sums.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { isSummed } from '#contract/kit/fields/summed.ts'
import type { Query } from '#server/db/query.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { summedSql } from '#server/kit/counts/summed.ts'
import { talliedAmount } from '#server/kit/counts/tally.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { conditionsOf } from '#server/kit/read/list.ts'
import { read } from '#server/kit/refuse.ts'
import { tableName } from '#server/kit/table.ts'
import { listedBy, searchInput } from './listed.ts'

/** The amounts of a list, added up over every row that the person sees and the search finds; from the tally where it tells them. */
function sumsPlan(context: Context): ReadPlan<AnswerOf<typeof listSums>> {
  const { entity, search } = read(listSums.input, context.input) as { entity: string; search?: string | null }
  const of = listedBy(context, entity, listSums.input.entity)
  const view = context.actor.settings.view(of)
  const names = Object.entries(view.fields).flatMap(([name, field]) => (isSummed(view, name, field) ? [name] : []))
  if (names.length === 0) return { queries: [], answer: () => ({ sums: {} }) }
  const asked = { ...context, input: searchInput(search ?? '') }
  const { where, into, keyword, filters } = conditionsOf(view, asked)
  const [only] = names
  const tallied = names.length === 1 && keyword === '' ? talliedAmount(of, asked, only!) : undefined
  const columns = names.map((name) => `coalesce(sum(${summedSql(of, name, 't')}), 0.00)::text as "${name}"`)
  const query: Query = tallied
    ? { text: `select (${tallied.text})::text as "${only}"`, values: tallied.values ?? [] }
    : {
        text: `select ${columns.join(', ')} from ${tableName(of)} t where ${where}`,
        values: into.values,
        once: keyword !== '' || filters > 1,
      }
  return { queries: [query], answer: ([rows]) => ({ sums: { ...(rows!.rows[0] as Record<string, string>) } }) }
}

export const listSumsAnswers: readonly Answer[] = [answer(listSums, { read: sumsPlan })]
