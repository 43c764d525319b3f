import { type Entity, rightOf, verbsOf } from '#contract/kit/entity/entity.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { mostDirectRows } from '#contract/kit/sheets/job.ts'
import { entities } from '#contract/registry.ts'
import { readAs, type Transaction } from '#server/db/pool.ts'
import type { Context } from '../context.ts'
import { totalQuery } from '../counts/total.ts'
import { exportPlan } from '../export/export.ts'
import { isDownload } from '../files/download.ts'
import { conditionsOf } from '../read/list.ts'
import { tableName } from '../table.ts'
import { refuseWithout } from './job-actor.ts'
import { jobKind } from './job-kind.ts'
import { scopeMark } from './scope-mark.ts'
import { refuseTooMany, startJob } from './start-job.ts'

interface ExportInput {
  readonly entity: string
  readonly search: string
}

/** Exports that one process runs at a time: each holds a connection for its cursor. */
const places = 2

const exported = (name: string): Entity | undefined => entities.find((of) => of.name === name && verbsOf(of).includes('export'))
const inputOf = (search: string) => Object.fromEntries(new URLSearchParams(search))

/** Background exports of lists with many rows: the same content as the direct download, as the person may see it at run time. */
export const exportKind = jobKind<ExportInput>({
  name: 'export',
  zh: '导出',
  en: 'Export',
  perTenant: 2,
  places: () => places,
  async run({ input: { entity, search }, context, signal, say }) {
    const of = exported(entity)!
    const total = await rowsOf(of, { ...context, input: inputOf(search) })
    const phase = { zh: '导出行', en: 'Exporting rows' }
    say({ done: 0, total, phase })
    const plan = exportPlan(context.actor.settings.view(of), { ...context, input: inputOf(search) }, (done) => {
      signal.throwIfAborted()
      if (done % 500 === 0) say({ done, total, phase })
    })
    const made = await plan.answer([])
    if (!isDownload(made)) throw new Error('an export is a file')
    return { file: made, reach: scopeMark(of, context.actor), note: context.language === 'zh' ? `共 ${total} 行` : `${total} rows` }
  },
})

/** The number of rows in the export. */
async function rowsOf(of: Entity, context: Context): Promise<number> {
  const [found] = await readAs(context.tools.pool, context.actor.tenantId, [totalQuery(context.actor.settings.view(of), context)])
  return Number(found!.rows[0]!.count)
}

/** Starts a background export if it has more rows than direct downloads allow. Returns the id of the job, or null. */
export async function startExport(context: Context, tx: Transaction, { entity, search }: ExportInput): Promise<string | null> {
  const of = exported(entity)
  if (!of) throw new Refusal('no_such_call')
  const [right, call] = [rightOf(of, 'export'), `${of.name}.export`]
  refuseWithout(context.actor, [right], call)
  const { where, into } = conditionsOf(context.actor.settings.view(of), { ...context, input: inputOf(search) })
  const { rows } = await tx.run({
    text: `select count(*)::int as n from (select 1 from ${tableName(of)} t where ${where} limit ${mostDirectRows + 1}) found`,
    values: into.values,
    once: true,
  })
  if (Number(rows[0]!.n) <= mostDirectRows) return null
  await refuseTooMany(context, tx)
  return startJob(context, tx, exportKind, { subject: of[context.language], input: { entity, search }, rights: [right], call })
}
