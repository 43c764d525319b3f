import { importFacts } from '#contract/imports.ts'
import type { Context } from '#server/kit/context.ts'
import { previewIn } from '#server/kit/import/table/source-rows.ts'
import { picturesIn } from '../files/cell-files.ts'
import { keepFound } from '../files/found-files.ts'
import { grade, mayCreate, readFile } from '../files/read-file.ts'
import { expectedSeconds } from '../work/expected-time.ts'
import { finishJob, keepFindings } from '../work/job-rows.ts'
import { inOneGo, workLimit } from '../work/one-go.ts'
import type { Report, Task } from '../work/task.ts'
import { keepChanges } from './change-list.ts'

/** Reads the file of an import, grades every cell and writes down what was found; nothing of the file is written into the register. */
export async function verifyImport(task: Extract<Task, { kind: 'verify' }>, context: Context, report: Report): Promise<void> {
  const read = await readFile(task, context, report)
  const pictures = await picturesIn(task.bytes, read.rows)
  report({ progress: 60 })
  await inOneGo(context, { kind: task.kind, seconds: workLimit(task.workSeconds, read.rows.length) }, async (tx) => {
    const graded = await grade(task, context, read, { run: tx.run, creates: mayCreate(context, task.createMissing), isKept: false })
    const { findings, layout } = read
    const encodings = read.encodings.map((name) => ({ name, rows: previewIn(task.bytes, name) }))
    const faulty = graded.rows.filter((row) => !row.isSame && findings.isFaulty(row.number))
    const same = graded.rows.filter((row) => row.isSame)
    const offered = graded.rows.filter((row) => row.update && !findings.isFaulty(row.number))
    const { left, matched } = graded
    const changes = await keepChanges(tx, task.jobId, read.view, { rows: offered, left, matched, actor: context.actor })
    const beside = { jobId: task.jobId, read, graded: graded.rows, files: importFacts[task.target].files, context }
    const attached = await keepFound([...pictures, ...(task.files ?? [])], beside, tx)
    for (const query of keepFindings(tx.tenantId, task.jobId, findings)) tx.later(query)
    const newCount = graded.rows.length - faulty.length - same.length - offered.length
    await finishJob(tx, task, {
      status: 'verified',
      progress: 100,
      row_count: graded.rows.length + read.gone.leftOut,
      new_count: newCount,
      expected_seconds: await expectedSeconds(tx, task.target, { add: newCount, update: offered.length }),
      same_count: same.length,
      changed_count: offered.length,
      changes,
      attached,
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
