import * as calls from '#contract/calls/settings/region.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { Parameters, rowsAs } from '#server/db/query.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { type Answer, answer, toOthers } from '#server/kit/family.ts'
import { likeText } from '#server/kit/read/like.ts'
import { pagePlan } from '#server/kit/read/page-plan.ts'
import { read } from '#server/kit/refuse.ts'
import { regionWords, removeRegion, saveRegion, topOr } from './region-save.ts'

type Found = Omit<AnswerOf<typeof calls.regionDetail>, 'regionLevelValue'>

const columns = `r.code as id, r.version, r.code, r.parent_code as "parentCode", p.name as "parentName", r.name, r.region_level::text as "regionLevel",
  r.sort, r.remark, exists (select 1 from region c where c.parent_code = r.code) as "hasChildren"`
const order = 'r.sort nulls last, r.code'

type Listed = AnswerOf<typeof calls.regionDetail>

const worded =
  ({ language, isOther }: Context) =>
  (row: Found): Listed => {
    const said = { ...row, regionLevelValue: calls.regionLevels[row.regionLevel][language] }
    return isOther ? toOthers<Listed>({ ...said, regionLevel: Number(row.regionLevel), sort: row.sort ?? 0 }) : said
  }

/** SQL over `r` of where a list begins: below a division, at the top, or anywhere. */
const belowSql = (parent: string | null | undefined, into: Parameters): string[] =>
  parent === undefined || parent === null ? [] : [topOr(parent) === null ? 'r.parent_code is null' : `r.parent_code = ${into.add(parent)}`]

function list(context: Context): ReadPlan<AnswerOf<typeof calls.regionList>> {
  const { code, parentCode, name, keyword } = read(calls.regionList.input, context.input) as Record<string, string | null | undefined>
  const into = new Parameters()
  const parts = ['true', ...belowSql(parentCode, into)]
  if (code) parts.push(`r.code like ${into.add(`${likeText(code)}%`)}`)
  if (name) parts.push(`r.name like ${into.add(`%${likeText(name)}%`)}`)
  if (keyword) parts.push(`(r.name like ${into.add(`%${likeText(keyword)}%`)} or r.code like ${into.add(`${likeText(keyword)}%`)})`)
  const where = parts.join(' and ')
  const from = `region r left join region p on p.code = r.parent_code where ${where}`
  return pagePlan(context, { columns, from, counted: `region r where ${where}`, order, values: into.values }, worded(context))
}

function select(context: Context): ReadPlan<AnswerOf<typeof calls.regionSelect>> {
  const { code } = read(calls.regionSelect.input, context.input) as { code?: string | null }
  const into = new Parameters()
  const [where] = belowSql(code ?? '00', into)
  return {
    queries: [
      {
        text: `select ${columns} from region r left join region p on p.code = r.parent_code where ${where} order by ${order}`,
        values: into.values,
      },
    ],
    answer: ([found]) => rowsAs<Found>(found).map(worded(context)),
  }
}

function tree(context: Context): ReadPlan<AnswerOf<typeof calls.regionTree>> {
  const { parentCode } = read(calls.regionTree.input, context.input) as { parentCode?: string | null }
  const into = new Parameters()
  const [where] = belowSql(parentCode ?? '00', into)
  return {
    queries: [
      {
        text: `select r.code as id, r.parent_code as "parentId", r.name as title, r.name, r.code as key, r.code as value,
          exists (select 1 from region c where c.parent_code = r.code) as "hasChildren" from region r where ${where} order by ${order}`,
        values: into.values,
      },
    ],
    answer: ([found]) => rowsAs(found),
  }
}

function detail(context: Context): ReadPlan<AnswerOf<typeof calls.regionDetail>> {
  const { code } = read(calls.regionDetail.input, context.input) as { code: string }
  return {
    queries: [{ text: `select ${columns} from region r left join region p on p.code = r.parent_code where r.code = $1`, values: [code] }],
    answer([found]) {
      const [row] = rowsAs<Found>(found)
      if (!row) throw new Refusal('not_found', { what: regionWords })
      return worded(context)(row)
    },
  }
}

/** The divisions of the country: the same for all tenants, written by the platform's own people. */
export const regionAnswers: readonly Answer[] = [
  answer(calls.regionList, { read: list }),
  answer(calls.regionTree, { read: tree }),
  answer(calls.regionSelect, { read: select }),
  answer(calls.regionDetail, { read: detail }),
  answer(calls.regionSubmit, { write: saveRegion }),
  answer(calls.regionRemove, { write: removeRegion }),
]
