import { createHash } from 'node:crypto'
import { kindOfFile } from '#contract/entities/asset/parts/attach-kinds.ts'
import { importJob } from '#contract/entities/import/import-job.ts'
import { importFacts } from '#contract/imports.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { FilesFacts } from '#contract/kit/sheets/import-facts.ts'
import type { Words } from '#contract/kit/words.ts'
import { entityNamed } from '#contract/registry.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import type { GradedRow } from '#server/kit/import/grading.ts'
import { addInBulk } from '#server/kit/import/rows/add-rows.ts'
import type { Task } from '../work/task.ts'
import { contentOn, contentsOn, rowsByNumber, seenCards } from './found-files.ts'

type WriteTask = Extract<Task, { kind: 'write' }>

const leftOut: Words = { zh: '所在的行没有导入', en: 'Its row was not imported' }
const thereNow: Words = { zh: '卡上已有相同内容', en: 'Already on the record' }

/** The records that rows of the list are, by the numbers of the rows: those that this import made, and those that were there and that the person sees. */
async function recordsOf(
  task: WriteTask,
  context: Context,
  tx: Transaction,
  rows: readonly GradedRow[],
): Promise<ReadonlyMap<number, string>> {
  const { rows: made } = await tx.run({
    text: `select encode(hash, 'hex') as hash, entity_id from import_row where tenant_id = $1 and job_id = $2 and entity = $3 and not is_update and hash is not null`,
    values: [tx.tenantId, task.jobId, task.target],
  })
  const byHash = new Map(made.map((row) => [String(row.hash), String(row.entity_id)]))
  const one = [...rowsByNumber(rows).values()]
  const known = one.flatMap(({ known: id }) => (id ? [id] : []))
  const seen = await seenCards(context, tx, known)
  return new Map(
    one.flatMap((row): [number, string][] => {
      const id = row.known ? (seen.has(row.known) ? row.known : undefined) : byHash.get(row.hash.toString('hex'))
      return id ? [[row.number, id]] : []
    }),
  )
}

interface Attached {
  readonly seq: number
  readonly fileId: string
  readonly id: string
  readonly name: string
  readonly path: string
  readonly type: string
}

/** The row of a file in the form that bulk adding takes. A number of its own stands for its content, so that no list is taken for it. */
function rowOf(jobId: string, { link }: FilesFacts, { seq, id, fileId, name, path, type }: Attached): GradedRow {
  const draft = {
    [`${link}Id`]: id,
    attachName: name,
    attachType: kindOfFile(path, type.startsWith('image/')),
    files: [fileId],
  }
  const hash = createHash('sha256').update(`file ${jobId} ${seq}`).digest()
  return { number: seq, draft, names: {}, kept: [], hash, below: undefined, isSame: false }
}

/** What became of files. */
function settle(
  tx: Transaction,
  jobId: string,
  rows: readonly (Partial<Words> & { seq: number; outcome: string; entity_id?: string | undefined; record_id?: string })[],
): void {
  tx.later({
    text: `update import_file i set outcome = v.outcome, zh = v.zh, en = v.en, entity_id = v.entity_id,
        record_id = coalesce(v.record_id, i.record_id)
      from jsonb_to_recordset($3::jsonb) v(seq int, outcome text, zh text, en text, entity_id uuid, record_id uuid) where i.tenant_id = $1 and i.job_id = $2 and i.seq = v.seq`,
    values: [tx.tenantId, jobId, JSON.stringify(rows)],
  })
}

/** Hands stored files over to the rows that they became. */
async function handOver(tx: Transaction, jobId: string, entity: string, rows: readonly { fileId: string; id: string }[]): Promise<void> {
  const { rowCount } = await tx.run({
    text: `update file f set of_entity = $4, of_id = v.id from jsonb_to_recordset($5::jsonb) v(file_id uuid, id text)
      where f.tenant_id = $1 and f.id = v.file_id and f.of_entity = $3 and f.of_id = $2`,
    values: [tx.tenantId, jobId, importJob.name, entity, JSON.stringify(rows.map(({ fileId, id }) => ({ file_id: fileId, id })))],
  })
  if (rowCount !== rows.length)
    throw new Refusal('rule', { zh: '图片和文件已不在，请重新校验', en: 'The pictures and files are gone. Check the file again' })
}

const inOrder = new Intl.Collator('zh', { numeric: true })
const bareName = (path: string): string => path.replace(/\.[^./]*$/, '')

/** The offered files with what they are to become, those of a record in such an order that the first is the newest. */
async function chosenOf(tx: Transaction, jobId: string, records: ReadonlyMap<number, string>, there: Set<string>): Promise<Attached[]> {
  const { rows } = await tx.run({
    text: `select seq, row_no, path, file_name, file_type, sha256, file_id from import_file where tenant_id = $1 and job_id = $2 and outcome = 'offered' order by seq`,
    values: [tx.tenantId, jobId],
  })
  const dropped: ({ seq: number; outcome: string } & Words)[] = []
  const chosen = rows.flatMap((row: Row): Attached[] => {
    const [seq, id] = [Number(row.seq), records.get(Number(row.row_no))]
    if (!id) {
      dropped.push({ seq, outcome: 'left', ...leftOut })
      return []
    }
    const content = contentOn(id, String(row.sha256))
    if (there.has(content)) {
      dropped.push({ seq, outcome: 'same', ...thereNow })
      return []
    }
    there.add(content)
    return [{ seq, id, fileId: String(row.file_id), name: String(row.file_name), path: String(row.path), type: String(row.file_type) }]
  })
  if (dropped.length > 0) settle(tx, jobId, dropped)
  // A number alone stands before the same one with a count behind it.
  return chosen.sort((one, other) => inOrder.compare(bareName(other.path), bareName(one.path)) || other.seq - one.seq)
}

/** Adds the pictures and documents that were found to the records of their rows. Answers how many. */
export async function attachFiles(
  task: WriteTask,
  context: Context,
  tx: Transaction,
  rows: readonly GradedRow[],
  onAdded: (share: number) => void,
): Promise<number> {
  const { files } = importFacts[task.target]
  if (!files || !task.attach) return 0
  const records = await recordsOf(task, context, tx, rows)
  const there = await contentsOn(tx, [...records.values()])
  const chosen = await chosenOf(tx, task.jobId, records, there)
  if (chosen.length === 0) return 0
  const view = context.actor.settings.view(entityNamed(files.entity))
  const drafts = chosen.map((one) => rowOf(task.jobId, files, one))
  await addInBulk(view, context, tx, task.jobId, drafts, async (added) => onAdded(added / drafts.length))
  const { rows: made } = await tx.run({
    text: `select encode(hash, 'hex') as hash, entity_id from import_row where tenant_id = $1 and job_id = $2 and entity = $3`,
    values: [tx.tenantId, task.jobId, files.entity],
  })
  const ids = new Map(made.map((row) => [String(row.hash), String(row.entity_id)]))
  const written = chosen.map(({ seq, fileId, id: record }, index) => ({
    seq,
    fileId,
    record,
    id: ids.get(drafts[index]!.hash.toString('hex'))!,
  }))
  await handOver(tx, task.jobId, files.entity, written)
  settle(
    tx,
    task.jobId,
    written.map(({ seq, id, record }) => ({ seq, outcome: 'written', entity_id: id, record_id: record })),
  )
  return written.length
}
