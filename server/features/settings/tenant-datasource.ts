import * as calls from '#contract/calls/settings/datasource.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { paged, pageOf } from '#server/kit/read/list.ts'
import { read } from '#server/kit/refuse.ts'
import { refuseElsewhere } from './public.ts'

const mainDatasource = 'main'

async function datasource(context: Context, tx: Transaction): Promise<AnswerOf<typeof calls.tenantDatasource>> {
  refuseElsewhere(context)
  const { tenantId, datasourceId } = read(calls.tenantDatasource.input, context.input) as Record<string, string | null | undefined>
  if (datasourceId && datasourceId !== mainDatasource)
    throw new Refusal('rule', {
      zh: '所有租户共用一个数据库，按行隔离，不能更换数据源',
      en: 'All tenants share one database, separated by row. A tenant cannot use another one',
    })
  const { language, tools } = context
  const { rows } = await tx.run({
    text: `select 1 from oss where tenant_id = $1 and is_active = 1 and category = 's3' and not is_deleted`,
    values: [tx.tenantId],
  })
  const isBucket = tools.filesIn === 'bucket' || rows.length > 0
  return {
    tenantId: tenantId ?? context.actor.tenantId,
    datasourceId: mainDatasource,
    datasourceName: names[language],
    files: isBucket ? { zh: '对象存储', en: 'File store' }[language] : { zh: '本机磁盘', en: 'Local disk' }[language],
  }
}

const names = { zh: 'PostgreSQL（全部租户共用）', en: 'PostgreSQL, shared by all tenants' }

const the = ({ language }: Context): AnswerOf<typeof calls.datasourceSelect>[number] => ({
  id: mainDatasource,
  name: names[language],
  driverClass: 'org.postgresql.Driver',
  isDeleted: 0,
  status: 1,
})

function list(context: Context): ReadPlan<AnswerOf<typeof calls.datasourceList>> {
  const { name } = read(calls.datasourceList.input, context.input) as { name?: string | null }
  const page = pageOf(context)
  const found = [the(context)].filter((one) => one.name.toLowerCase().includes((name ?? '').toLowerCase()))
  return { queries: [], answer: () => paged(page.offset === 0 ? found : [], found.length, page) }
}

/** Where the rows and files of a tenant lie. */
export const datasourceAnswers: readonly Answer[] = [
  answer(calls.tenantDatasource, { write: datasource }),
  answer(calls.datasourceList, { read: list }),
  answer(calls.datasourceSelect, { read: (context) => ({ queries: [], answer: () => [the(context)] }) }),
]
