import type pg from 'pg'
import { importFacts } from '#contract/imports.ts'
import type { Words } from '#contract/kit/words.ts'
import { readAs, writeAs } from '#server/db/pool.ts'
import { type JobRun, jobKind, type Progress } from '#server/kit/jobs/job-kind.ts'
import { filesIn } from '../files/archives.ts'
import { keepFiles } from '../files/keep-files.ts'
import { programOf } from '../rows/import-places.ts'
import { aliveJob, breakJob, brokenOff, calledOff } from './job-rows.ts'
import { runImport } from './run-thread.ts'
import { bytesOf, type Plan, taskBase } from './start-work.ts'
import type { FoundFile, ImportTask } from './task.ts'

/** What an import is asked to do. `source`: the file that it reads. */
export interface ImportInput {
  readonly jobId: string
  readonly plan: Plan
  readonly source: string | null
}

const saidMs = 2000

/** Keeps the progress of work before the thread begins, which is also its sign of life. */
function saying(pool: pg.Pool, tenantId: string, plan: Plan, say: (progress: Progress) => void, phase: Words): (share: number) => void {
  let said = 0
  return (share) => {
    const done = Math.floor(share * 100)
    say({ done, total: 100, phase })
    if (Date.now() - said < saidMs) return
    said = Date.now()
    // A sign that is not written is followed by another one.
    void writeAs(pool, tenantId, async (tx) => tx.later(aliveJob(tenantId, plan, done))).catch(() => {})
  }
}

const phases = {
  verify: { zh: '查看图片和文件', en: 'Looking at pictures and files' },
  write: { zh: '存放图片和文件', en: 'Storing pictures and files' },
} as const satisfies Record<string, Words>

/** Looks at the pictures and documents beside a list before it is checked, and stores them before it is written: no transaction waits for a store of files. */
async function prepareFiles({ attempt, input: { plan }, context, signal, say }: JobRun<ImportInput>): Promise<FoundFile[]> {
  const { pool } = context.tools
  const tell = (phase: Words) => saying(pool, attempt.tenantId, plan, say, phase)
  if (plan.kind === 'write' && plan.attach) await keepFiles(context, plan.jobId, signal, tell(phases.write))
  if (plan.kind !== 'verify' || !importFacts[plan.target].files) return []
  return filesIn(context, plan, signal, tell(phases.verify))
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
  async run(job) {
    const { attempt, context, signal, say } = job
    const { plan, source } = job.input
    const { pool } = context.tools
    const files = await prepareFiles(job)
    const whole = async (): Promise<ImportTask> => {
      const [found] = await readAs(pool, attempt.tenantId, [
        { text: 'select sha256, file_size from file where tenant_id = $1 and id = $2', values: [attempt.tenantId, source] },
      ])
      const row = found!.rows[0]
      const bytes = row ? await bytesOf(context, { sha256: String(row.sha256), size: Number(row.file_size) }) : undefined
      return { ...taskBase(context), ...plan, attempt, ...(bytes ? { bytes } : {}), ...(files.length > 0 ? { files } : {}) } as ImportTask
    }
    await runImport(pool, { ...plan, tenantId: attempt.tenantId }, whole, signal, say)
    return undefined
  },
  async unfinished(tx, { plan }, { how, note, language, userId }) {
    await breakJob(tx, plan, userId, how === 'cancelled' ? calledOff[plan.kind][language] : note)
  },
  explain: (_, { plan }): Words => brokenOff[plan.kind],
})
