import * as calls from '#contract/calls/settings/report.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { rightOf } from '#contract/kit/entity/entity.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { entityNamed, measures } from '#contract/registry.ts'
import { mayCall } from '#server/kit/access/access.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { paged, pageOf } from '#server/kit/read/list.ts'
import { read } from '#server/kit/refuse.ts'

/** The reports that measures declare, as far as the person may list what they are about. */
function reports(context: Context): ReadPlan<AnswerOf<typeof calls.reportList>> {
  const { actor, language } = context
  const { name } = read(calls.reportList.input, context.input) as { name?: string | null }
  const page = pageOf(context)
  const open = measures.flatMap((of) =>
    mayCall(actor, rightOf(entityNamed(of.of.name), 'list'), `measure.${of.name}`)
      ? Object.entries(of.reports ?? {}).map(([key, report]) => ({
          id: `${of.name}.${key}`,
          name: report[language],
          path: `/api${typeof report.path === 'string' ? report.path : report.path[0]}`,
          page: of.page,
          exportPath: `/api${of.path}/export?group=${report.group}`,
        }))
      : [],
  )
  const found = name ? open.filter((one) => one.name.includes(name)) : open
  return {
    queries: [],
    answer: () => paged(found.slice(page.offset, page.offset + page.size), found.length, page),
  }
}

async function keepReports(context: Context): Promise<never> {
  read(calls.reportRemove.input, context.input)
  throw new Refusal('rule', { zh: '报表由系统提供，不能删除', en: 'Reports come with the system and cannot be deleted' })
}

/** The reports of the program. */
export const reportListAnswers: readonly Answer[] = [
  answer(calls.reportList, { read: reports }),
  answer(calls.reportRemove, { write: keepReports }),
]
