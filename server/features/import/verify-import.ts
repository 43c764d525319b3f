import { writeAs } from '#server/db/pool.ts'
import type { Context } from '#server/kit/context.ts'
import { previewIn } from '#server/kit/import/source-rows.ts'
import { finishJob, keepFindings } from './job-rows.ts'
import { grade, mayCreate, readFile } from './read-file.ts'
import type { Report, Task } from './task.ts'

/** Reads the file of an import, grades every cell and writes down what was found; nothing of the file is written into the register. */
export async function verifyImport(task: Extract<Task, { kind: 'verify' }>, context: Context, report: Report): Promise<void> {
  const read = await readFile(task, context, report)
  report({ progress: 60 })
  await writeAs(context.tools.pool, context.actor.tenantId, async (tx) => {
    const graded = await grade(task, context, read, { run: tx.run, creates: mayCreate(context, task.createMissing), isKept: false })
    const { findings, layout } = read
    const encodings = read.encodings.map((name) => ({ name, rows: previewIn(task.bytes, name) }))
    const faulty = graded.rows.filter((row) => !row.isSame && findings.isFaulty(row.number))
    const same = graded.rows.filter((row) => row.isSame)
    for (const query of keepFindings(tx.tenantId, task.jobId, findings)) tx.later(query)
    await finishJob(tx, task, {
      status: 'verified',
      progress: 100,
      row_count: graded.rows.length + read.gone.leftOut,
      new_count: graded.rows.length - faulty.length - same.length,
      same_count: same.length,
      faulty_count: faulty.length,
      warning_count: findings.warnings,
      note: null,
      layout: {
        ...layout,
        found: {
          quantities: read.quantities,
          gone: read.gone.found,
          currencies: read.currencies,
          ...findings.raised,
          dateSamples: [...findings.eitherDates],
          encodings,
          ...graded.found,
        },
      },
      groups: findings.groups(),
      missing: { ...graded.missing, isCreated: task.createMissing },
    })
  })
}
