import { firstPasswordDays } from '#contract/entities/identity/password-lengths.ts'
import { creatable, importFacts } from '#contract/imports.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { entityNamed } from '#contract/registry.ts'
import { givingFirstPasswords } from '#server/features/identity/public.ts'
import { stockCause } from '#server/features/place/public.ts'
import { keepSecret } from '#server/kit/access/secrets.ts'
import type { Context } from '#server/kit/context.ts'
import type { GradedRow } from '#server/kit/import/grading.ts'
import { addInBulk, addOneByOne } from '#server/kit/import/rows/add-rows.ts'
import { withNote } from '#server/kit/import/rows/grade-rows.ts'
import { isSingly } from '#server/kit/import/rows/update-rows.ts'
import { gatherStatistics } from '#server/kit/write/statistics.ts'
import { attachFiles } from '../files/attach-files.ts'
import { grade, mayCreate, readFile } from '../files/read-file.ts'
import { timed } from '../work/expected-time.ts'
import { finishJob, recountFiles } from '../work/job-rows.ts'
import { apart, inOneGo, workLimit } from '../work/one-go.ts'
import type { Report, Task } from '../work/task.ts'
import { tellEnded } from '../work/tell-ended.ts'
import { createMissing } from './create-missing.ts'
import { filedStates } from './filed-states.ts'
import { passwordList } from './first-passwords.ts'
import { fillKeepers } from './known-keepers.ts'
import { writeUpdates } from './write-updates.ts'

/**
 * Writes the new rows of an import and the updates that the person takes in one transaction: all of them or none. Other rows that are there already stay
 * as they are; faulty ones are left out where the person said so, else they refuse the whole.
 */
export async function writeImport(task: Extract<Task, { kind: 'write' }>, context: Context, report: Report): Promise<void> {
  const read = await readFile(task, context, report)
  report({ progress: 50 })
  await inOneGo(context, { kind: task.kind, seconds: workLimit(task.workSeconds, read.rows.length) }, async (tx) => {
    const creates = mayCreate(context, task.createMissing)
    // Two imports at once would each find the other's rows missing; always in one order, so that none waits for the other.
    for (const target of [...new Set([task.target, ...creates])].sort())
      tx.later({ text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))', values: [`import ${target} ${tx.tenantId}`] })
    const before = read.findings.copy()
    const { updates } = task
    const takes = (field: string): boolean => updates !== undefined && (updates.fields?.includes(field) ?? true)
    const first = await grade(task, context, { ...read, findings: before }, { run: tx.run, creates, isKept: true, takes })
    let created = 0
    for (const target of creatable)
      if (creates.has(target))
        created += await createMissing(target, context, tx, task.jobId, first.needed[target], read.layout.asked?.paths === true)
    // Where nothing was created the rows mean what they meant.
    const findings = created === 0 ? before : read.findings
    const graded = created === 0 ? first : await grade(task, context, read, { run: tx.run, creates: new Set(), isKept: true, takes })
    const faulty = graded.rows.filter((row) => !row.isSame && findings.isFaulty(row.number))
    if (faulty.length > 0 && !task.skipFaulty)
      throw new Refusal('rule', {
        zh: `有 ${faulty.length} 行有错误；请改正后重新导入，或选择不导入这些行`,
        en: `${faulty.length} rows have errors. Correct them and import again, or skip them`,
      })
    const isGood = (row: GradedRow): boolean => !row.isSame && !findings.isFaulty(row.number)
    const chosen = graded.rows.filter((row) => isGood(row) && !row.update)
    const changed = updates ? graded.rows.filter((row) => isGood(row) && row.update) : []
    report({ progress: 60 })
    // Only filed cards begin in a state; of others the word is kept.
    const facts = importFacts[task.target]
    const keepOpening = (row: GradedRow): GradedRow => {
      const kept = [...(row.opening && !row.opening.isUnknown ? [row.opening] : []), ...(row.filing ? [row.filing] : [])]
      return kept.length > 0 ? { ...row, draft: withNote({ ...row, kept }, [], { view: read.view, facts }).draft } : row
    }
    const onAdded = async (added: number): Promise<void> =>
      report({ progress: 60 + Math.floor((39 * added) / (chosen.length + changed.length)) })
    // What a sheet brings is the stock that a part begins with.
    if (task.target === 'devicePart') stockCause(tx, 'opening', task.jobId)
    const passwords = task.target === 'user' ? await givingFirstPasswords(context, tx) : []
    const add = await timed(chosen.length, async (): Promise<ReadonlyMap<GradedRow, string>> => {
      if (isSingly(read.view)) return addOneByOne(read.view, context, tx, task.jobId, graded.rows, new Set(chosen), onAdded)
      const fresh =
        task.target === 'user' ? await fillKeepers(read.view, context, tx, { jobId: task.jobId, all: graded.rows, chosen }) : chosen
      const rows = task.asFiled ? fresh : fresh.map(keepOpening)
      const statesOf = task.asFiled ? filedStates : undefined
      // Numbers are taken apart: phones that register devices meanwhile do not wait for the end of the writing.
      await addInBulk(read.view, context, tx, task.jobId, rows, onAdded, { statesOf, apart: (work) => apart(task, work) })
      return new Map()
    })
    const update = await timed(changed.length, () =>
      writeUpdates(task, context, tx, { view: read.view, all: graded.rows, changed, added: add.done }, (done) =>
        onAdded(chosen.length + done),
      ),
    )
    const { written, left } = update.done
    const attached = await attachFiles(task, context, tx, graded.rows, (share) => report({ progress: 95 + Math.floor(4 * share) }))
    // One list for the person who imports, sealed until they fetch it.
    if (passwords.length > 0)
      keepSecret(tx, context.tools.secrets, { purpose: passwordList, rowId: task.jobId }, JSON.stringify(passwords), firstPasswordDays)
    await gatherStatistics(tx, chosen.length + created + written, [read.view.entity, ...[...creates].map(entityNamed)])
    const gone = read.gone.leftOut
    const note = sayWritten(task, { written: chosen.length, updated: written, kept: left, attached, created, leftOut: faulty.length, gone })
    tx.later(recountFiles(tx.tenantId, task.jobId))
    await tellEnded(tx, context.actor, task.jobId, note)
    await finishJob(tx, task, {
      status: 'done',
      progress: 100,
      written_count: chosen.length,
      updated_count: written,
      timings: { add: add.taken, update: update.taken },
      same_count: graded.rows.filter((row) => row.isSame).length,
      note,
    })
  })
}

interface Counts {
  readonly written: number
  readonly updated: number
  /** Updates that were refused. */
  readonly kept: number
  readonly created: number
  /** Pictures and documents that were added. */
  readonly attached: number
  readonly leftOut: number
  /** Rows of devices that are gone and were left out. */
  readonly gone: number
}

/** The sentence of the end. */
function sayWritten({ language }: Task, { written, updated, kept, created, attached, leftOut, gone }: Counts): string {
  const isChinese = language === 'zh'
  const say = (zh: string, en: string): string => (isChinese ? zh : en)
  const without = gone === 0 ? '' : say(`；已不在的设备 ${gone} 行未导入`, `; ${gone} rows of devices no longer here skipped`)
  const unmoved =
    kept === 0 ? '' : say(`；${kept} 条未能更新，原因见差异列表`, `; ${kept} records could not be updated, see the list of differences`)
  const files = attached === 0 ? '' : say(`；添加图片和文件 ${attached} 个`, `; ${attached} pictures and files added`)
  if (written + updated + created === 0) {
    if (leftOut === 0)
      return `${say('所有行都已在系统中，没有改动', 'All rows are already in the system. Nothing was changed')}${files}${unmoved}${without}`
    return `${say(
      `除有错误的 ${leftOut} 行外，所有行都已在系统中，没有改动`,
      `All rows but ${leftOut} with errors are already in the system. Nothing was changed`,
    )}${files}${unmoved}${without}`
  }
  const changed = updated === 0 ? '' : say(`，更新 ${updated} 条`, `; ${updated} records updated`)
  const more = created === 0 ? '' : say(`，新建科室、位置等 ${created} 项`, `; ${created} departments, locations and the like created`)
  const less = leftOut === 0 ? '' : say(`；有错误的 ${leftOut} 行未导入`, `; ${leftOut} rows with errors skipped`)
  return `${say(`导入 ${written} 行`, `${written} rows imported`)}${changed}${more}${files}${unmoved}${less}${without}`
}
