import { Refusal, sentence } from '#contract/kit/errors.ts'
import { writeAs } from '#server/db/pool.ts'
import { archiveFiles, inspectArchive, listAmong, tableIn } from '#server/kit/import/archive/archive.ts'
import { ImportRefusal } from '#server/kit/import/import-refusal.ts'
import { endAttempt, Overtaken } from '#server/kit/jobs/job-rows.ts'
import { markFile } from '../files/mark-file.ts'
import { undoImport } from '../rows/undo-import.ts'
import { verifyImport } from '../rows/verify-import.ts'
import { writeImport } from '../rows/write-import.ts'
import { breakJob } from './job-rows.ts'
import type { Report, Task } from './task.ts'
import { workContext } from './work-context.ts'

/** Does what a task says; what is refused becomes the note of the import, anything else is thrown. */
export async function runTask(task: Task, report: Report): Promise<void> {
  if (task.kind === 'mark') return markFile({ ...task, bytes: await tableIn(task.bytes) }, report)
  if (task.kind === 'inspect') return inspect(task, report)
  const { context, pool } = workContext(task)
  try {
    if (task.kind === 'verify') await verifyImport({ ...task, bytes: await tableIn(task.bytes) }, context, report)
    else if (task.kind === 'write') await writeImport({ ...task, bytes: await tableIn(task.bytes) }, context, report)
    else await undoImport(task, context, report)
  } catch (error) {
    if (error instanceof Overtaken) return
    const words = refusalWords(error, task)
    if (words === undefined) throw error
    const note = words.slice(0, 500)
    await writeAs(pool, task.actor.tenantId, async (tx) => {
      await breakJob(tx, task, task.actor.userId, note)
      await endAttempt(tx, task.attempt, 'failed', { note })
    })
  } finally {
    await pool.end()
  }
}

/** Says what an archive holds, or why it is refused: an error of a thread keeps no words. */
async function inspect({ bytes, room, hasList }: Extract<Task, { kind: 'inspect' }>, report: Report): Promise<void> {
  try {
    report({ inspected: await inspectArchive(bytes, room, hasList ? listAmong(archiveFiles(bytes)) : undefined) })
  } catch (error) {
    if (!(error instanceof ImportRefusal)) throw error
    report({ refused: error.words })
  }
}

function refusalWords(error: unknown, { language }: Task): string | undefined {
  if (error instanceof ImportRefusal) return error.words[language]
  if (error instanceof Refusal) return sentence(error.code, error.parameters, language)
  // What the reader of workbooks refuses has a name of its own.
  if (error instanceof Error && /^(Parse|Zip|Xml|EncryptedFile|UnsupportedFormat|Hucre|Defter)\w*Error$/.test(error.name))
    return language === 'zh'
      ? '文件已损坏或格式不标准，无法读取'
      : 'The file is damaged or not written as the format asks, so it cannot be read'
  return undefined
}
