import type { Words } from '#contract/kit/words.ts'
import { readAs } from '#server/db/pool.ts'
import { jobKind } from '#server/kit/jobs/job-kind.ts'
import { programOf } from './import-places.ts'
import { breakJob, brokenOff, calledOff } from './job-rows.ts'
import { runImport } from './run-thread.ts'
import { bytesOf, type Plan, taskBase } from './start-work.ts'
import type { Task } from './task.ts'

/** What an import is asked to do. `source`: the file that it reads. */
export interface ImportInput {
  readonly jobId: string
  readonly plan: Plan
  readonly source: string | null
}

/** Checking, writing and undoing of imports. After its process was killed the work begins again with the file that is kept. */
export const importKind = jobKind<ImportInput>({
  name: 'import',
  zh: '数据导入',
  en: 'Import',
  // Imports of a hospital follow each other.
  perTenant: 1,
  places: ({ pool }) => programOf(pool).threads,
  tells: true,
  async run({ attempt, input: { plan, source }, context, signal, say }) {
    const { pool } = context.tools
    const whole = async (): Promise<Exclude<Task, { kind: 'mark' }>> => {
      const [found] = await readAs(pool, attempt.tenantId, [
        { text: 'select sha256, file_size from file where tenant_id = $1 and id = $2', values: [attempt.tenantId, source] },
      ])
      const row = found!.rows[0]
      const bytes = row ? await bytesOf(context, { sha256: String(row.sha256), size: Number(row.file_size) }) : undefined
      return { ...taskBase(context), ...plan, attempt, ...(bytes ? { bytes } : {}) } as Exclude<Task, { kind: 'mark' }>
    }
    await runImport(pool, { ...plan, tenantId: attempt.tenantId }, whole, signal, say)
    return undefined
  },
  async unfinished(tx, { plan }, { how, note, language, userId }) {
    await breakJob(tx, plan, userId, how === 'cancelled' ? calledOff[plan.kind][language] : note)
  },
  explain: (_, { plan }): Words => brokenOff[plan.kind],
})
