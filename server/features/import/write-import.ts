import { firstPasswordDays } from '#contract/entities/platform/password-lengths.ts'
import { creatable, importFacts } from '#contract/imports.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { entityNamed } from '#contract/registry.ts'
import type { Context } from '#server/kit/context.ts'
import { addInBulk, addOneByOne } from '#server/kit/import/add-rows.ts'
import { type GradedRow, withNote } from '#server/kit/import/grade-rows.ts'
import { writtenLines } from '#server/kit/lines.ts'
import { keepSecret } from '#server/kit/secrets.ts'
import { gatherStatistics } from '#server/kit/statistics.ts'
import { stockCause } from '#server/kit/stock-cause.ts'
import { givingFirstPasswords } from '../platform/public.ts'
import { createMissing } from './create-missing.ts'
import { filedStates } from './filed-states.ts'
import { passwordList } from './first-passwords.ts'
import { finishJob } from './job-rows.ts'
import { fillKeepers } from './known-keepers.ts'
import { inOneGo } from './one-go.ts'
import { grade, mayCreate, readFile } from './read-file.ts'
import type { Report, Task } from './task.ts'
import { tellEnded } from './tell-ended.ts'

/**
 * Writes the new rows of an import in one transaction: all of them or none. Rows that are there already stay as they are; faulty ones are left out
 * where the person said so, else they refuse the whole.
 */
export async function writeImport(task: Extract<Task, { kind: 'write' }>, context: Context, report: Report): Promise<void> {
  const read = await readFile(task, context, report)
  report({ progress: 50 })
  await inOneGo(context, async (tx) => {
    const creates = mayCreate(context, task.createMissing)
    // Two imports at once would each find the other's rows missing; always in one order, so that none waits for the other.
    for (const target of [...new Set([task.target, ...creates])].sort())
      tx.later({ text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))', values: [`import ${target} ${tx.tenantId}`] })
    const before = read.findings.copy()
    const first = await grade(task, context, { ...read, findings: before }, { run: tx.run, creates, isKept: true })
    let created = 0
    for (const target of creatable)
      if (creates.has(target))
        created += await createMissing(target, context, tx, task.jobId, first.needed[target], read.layout.asked?.paths === true)
    // Where nothing was created the rows mean what they meant.
    const findings = created === 0 ? before : read.findings
    const graded = created === 0 ? first : await grade(task, context, read, { run: tx.run, creates: new Set(), isKept: true })
    const faulty = graded.rows.filter((row) => !row.isSame && findings.isFaulty(row.number))
    if (faulty.length > 0 && !task.skipFaulty)
      throw new Refusal('rule', {
        zh: `有 ${faulty.length} 行有错误；请改正后重新导入，或选择不导入这些行`,
        en: `${faulty.length} rows are faulty. Correct them and import again, or leave them out`,
      })
    const chosen = graded.rows.filter((row) => !row.isSame && !findings.isFaulty(row.number))
    report({ progress: 60 })
    // Only filed cards begin in a state; of others the word is kept.
    const facts = importFacts[task.target]
    const keepOpening = (row: GradedRow): GradedRow => {
      const kept = [...(row.opening && !row.opening.isUnknown ? [row.opening] : []), ...(row.filing ? [row.filing] : [])]
      return kept.length > 0 ? { ...row, draft: withNote({ ...row, kept }, [], { view: read.view, facts }).draft } : row
    }
    const onAdded = async (added: number): Promise<void> => report({ progress: 60 + Math.floor((39 * added) / chosen.length) })
    // What a sheet brings is the stock that a part begins with.
    if (task.target === 'devicePart') stockCause(tx, 'opening', task.jobId)
    const passwords = task.target === 'user' ? await givingFirstPasswords(context, tx) : []
    if (read.view.entity.tree || writtenLines(read.view.entity).length > 0)
      await addOneByOne(read.view, context, tx, task.jobId, graded.rows, new Set(chosen), onAdded)
    else {
      const fresh =
        task.target === 'user' ? await fillKeepers(read.view, context, tx, { jobId: task.jobId, all: graded.rows, chosen }) : chosen
      const rows = task.asFiled ? fresh : fresh.map(keepOpening)
      await addInBulk(read.view, context, tx, task.jobId, rows, onAdded, task.asFiled ? filedStates : undefined)
    }
    // One list for the person who imports, sealed until they fetch it.
    if (passwords.length > 0)
      keepSecret(tx, context.tools.secrets, { purpose: passwordList, rowId: task.jobId }, JSON.stringify(passwords), firstPasswordDays)
    await gatherStatistics(tx, chosen.length + created, [read.view.entity, ...[...creates].map(entityNamed)])
    const note = sayWritten(task, chosen.length, created, faulty.length, read.gone.leftOut)
    await tellEnded(tx, context.actor, task.jobId, note)
    await finishJob(tx, task, {
      status: 'done',
      progress: 100,
      written_count: chosen.length,
      same_count: graded.rows.filter((row) => row.isSame).length,
      note,
    })
  })
}

function sayWritten({ language }: Task, written: number, created: number, leftOut: number, gone: number): string {
  const isChinese = language === 'zh'
  const without = gone === 0 ? '' : isChinese ? `；已不在的设备 ${gone} 行未导入` : `; ${gone} rows of devices that are gone left out`
  if (written === 0 && created === 0) {
    if (leftOut === 0) return `${isChinese ? '所有行都已在系统中，没有改动' : 'Every row is there already: nothing was changed'}${without}`
    const others = isChinese
      ? `除有错误的 ${leftOut} 行外，所有行都已在系统中，没有改动`
      : `Every row is there already but ${leftOut} faulty ones: nothing was changed`
    return `${others}${without}`
  }
  const more =
    created === 0 ? '' : isChinese ? `，新建科室、位置等 ${created} 项` : `; ${created} departments, locations and the like created`
  const less = leftOut === 0 ? '' : isChinese ? `；有错误的 ${leftOut} 行未导入` : `; ${leftOut} faulty rows left out`
  return `${isChinese ? `导入 ${written} 行` : `${written} rows imported`}${more}${less}${without}`
}
