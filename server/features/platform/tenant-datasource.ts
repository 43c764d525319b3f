import * as calls from '#contract/calls/platform-common.ts'
import type { AnswerOf } from '#contract/kit/answer.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Context } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { read } from '#server/kit/refuse.ts'
import { refuseElsewhere } from './tenant-menus.ts'

const mainDatasource = 'main'

async function datasource(context: Context, tx: Transaction): Promise<AnswerOf<typeof calls.tenantDatasource>> {
  refuseElsewhere(context)
  const { tenantId, datasourceId } = read(calls.tenantDatasource.input, context.input) as Record<string, string | null | undefined>
  if (datasourceId && datasourceId !== mainDatasource)
    throw new Refusal('rule', {
      zh: '所有租户共用一个数据库，按行隔离，不能更换数据源',
      en: 'All tenants share one database, apart by rows. A tenant cannot have another one',
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
    datasourceName: { zh: 'PostgreSQL（全部租户共用）', en: 'PostgreSQL, shared by all tenants' }[language],
    files: isBucket ? { zh: '对象存储', en: 'File store' }[language] : { zh: '本机磁盘', en: 'Local disk' }[language],
  }
}

/** Where the rows and files of a tenant lie. */
export const datasourceAnswers: readonly Answer[] = [answer(calls.tenantDatasource, { write: datasource })]
