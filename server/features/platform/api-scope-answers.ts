import { apiScopeDetail, apiScopeList } from '#contract/calls/role.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { type Query, type Rows, rowsAs } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { pageOf } from '#server/kit/list.ts'
import { read } from '#server/kit/refuse.ts'
import { opensMore } from './role-limits.ts'

interface Found {
  readonly id: string
  readonly zh: string
  readonly en: string | null
  readonly patterns: readonly string[]
}

const columns = 'select id, scope_name as zh, name_en as en, patterns from api_scope'

const answered =
  ({ actor, language }: Context) =>
  ({ id, patterns, ...words }: Found) => ({
    id,
    name: words[language] ?? words.zh,
    patterns: [...patterns],
    disabled: opensMore(actor, [], patterns),
  })

/** The API scopes: the same for every hospital. */
export const apiScopeAnswers: readonly Answer[] = [
  answer(apiScopeList, {
    read(context) {
      const { size, offset } = pageOf(context, 200)
      const query: Query = { text: `${columns} order by code <> 'all', scope_name, id limit ${size} offset ${offset}`, values: [] }
      return { queries: [query], answer: ([found]: Rows[]) => rowsAs<Found>(found).map(answered(context)) }
    },
  }),
  answer(apiScopeDetail, {
    read(context) {
      const { id } = read(apiScopeDetail.input, context.input) as { id: string }
      return {
        queries: [{ text: `${columns} where id::text = $1`, values: [id.toLowerCase()] }],
        answer([found]: Rows[]) {
          const [row] = rowsAs<Found>(found)
          if (!row) throw new Refusal('not_found', { what: apiScopeList })
          return answered(context)(row)
        },
      }
    },
  }),
]
