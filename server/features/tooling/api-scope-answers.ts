import { apiScopeDetail, apiScopeList } from '#contract/calls/tooling/api-scope.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { type Query, type Rows, rowsAs } from '#server/db/query.ts'
import { opensMore } from '#server/features/identity/public.ts'
import type { Context } from '#server/kit/context.ts'
import { type Answer, answer, toOthers } from '#server/kit/family.ts'
import { paged, pageOf } from '#server/kit/read/list.ts'
import { read } from '#server/kit/refuse.ts'

interface Found {
  readonly id: string
  readonly code: string | null
  readonly zh: string
  readonly en: string | null
  readonly patterns: readonly string[]
}

type Listed = AnswerOf<typeof apiScopeList>

const columns = 'select id, code, scope_name as zh, name_en as en, patterns from api_scope'

const answered =
  ({ actor, language }: Context) =>
  ({ id, code, patterns, ...words }: Found) => ({
    id,
    name: words[language] ?? words.zh,
    patterns: [...patterns],
    disabled: opensMore(actor, [], patterns),
    scopeName: words[language] ?? words.zh,
    resourceCode: code ?? id,
    scopePath: patterns.join(','),
    scopeType: 1,
    scopeTypeName: { zh: '系统接口', en: 'System API' }[language],
  })

/** The API scopes: the same for every hospital. */
export const apiScopeAnswers: readonly Answer[] = [
  answer(apiScopeList, {
    read(context) {
      const { size, offset, current } = pageOf(context, 200)
      const query: Query = { text: `${columns} order by code <> 'all', scope_name, id limit ${size} offset ${offset}`, values: [] }
      const rows = (found: Rows | undefined) => rowsAs<Found>(found).map(answered(context))
      if (!context.isOther) return { queries: [query], answer: ([found]: Rows[]) => rows(found) }
      return {
        queries: [query, { text: 'select count(*)::int as total from api_scope', values: [] }],
        answer: ([found, count]: Rows[]) => toOthers<Listed>(paged(rows(found), Number(count!.rows[0]!.total), { size, current })),
      }
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
