import type { FileOutcome } from '#contract/calls/import/import.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { cutText } from '#contract/kit/fields/cut-text.ts'
import type { FilesFacts } from '#contract/kit/sheets/import-facts.ts'
import type { Words } from '#contract/kit/words.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters } from '#server/db/query.ts'
import { mayCall, scopeSql } from '#server/kit/access/access.ts'
import type { Context } from '#server/kit/context.ts'
import { fileNumbers, type PathRow, rowOfPath } from '#server/kit/import/archive/file-numbers.ts'
import type { GradedRow } from '#server/kit/import/grading.ts'
import type { FoundFile } from '../work/task.ts'
import type { ReadFile } from './read-file.ts'

const [perStatement, mostName, mostPath, samples] = [1000, 200, 500, 3]

/** What an import finds beside its list, as its row keeps it: files by what becomes of them, and the rows that get some. */
export interface AttachedSummary {
  readonly files: number
  readonly rows: number
  readonly of: Readonly<Partial<Record<FileOutcome, number>>>
  /** Reasons why files do not go in, the most frequent first. */
  readonly reasons: readonly (Words & { readonly files: number; readonly samples: readonly string[] })[]
}

const words = {
  faulty: { zh: '所在的行有错误，不导入', en: 'Its row has errors and is skipped' },
  several: { zh: '所在的行对应系统中的多条记录，无法确定', en: 'Its row matches several records' },
  unseen: { zh: '设备不在您的数据范围内', en: 'The record is outside your data scope' },
  noRight: { zh: '您没有上传资料的权限', en: 'You cannot add documents' },
  same: { zh: '卡上已有相同内容', en: 'Already on the record' },
  twice: { zh: '与压缩包中另一个文件内容相同', en: 'Same content as another file in the archive' },
  unmatched: { zh: '文件名不以列表中的任何编号开头', en: 'The file name starts with no number in the list' },
} as const satisfies Record<string, Words>

const severalRows = ({ several, number }: Extract<PathRow, { several: unknown }>): Words => ({
  zh: `编号“${number}”在列表中有 ${several.length} 行，无法确定`,
  en: `${several.length} rows in the list have the number “${number}”`,
})

/** Whether the person may add files to rows. */
export const mayAttach = ({ actor }: Pick<Context, 'actor'>, { entity }: FilesFacts): boolean =>
  mayCall(actor, `${entity}.submit`, `${entity}.submit`)

/** The cards of these ids that the person sees. */
export async function seenCards(context: Context, tx: Transaction, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const into = new Parameters()
  const [tenant, some] = [into.add(tx.tenantId), into.add(ids)]
  const scope = scopeSql(device, context.actor, 't', into) || 'true'
  const { rows } = await tx.run({
    text: `select t.id from device t where t.tenant_id = ${tenant} and t.id = any(${some}::uuid[]) and not t.is_deleted and ${scope}`,
    values: into.values,
  })
  return new Set(rows.map((row) => String(row.id)))
}

/** A content on a card, as one text. */
export const contentOn = (id: string, sha256: string): string => `${id} ${sha256}`

/** The contents that hang on cards already. */
export async function contentsOn(tx: Transaction, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await tx.run({
    text: `select a.device_id as id, f.sha256 from device_attach a join file f on f.tenant_id = a.tenant_id and f.id = any(a.files)
      where a.tenant_id = $1 and a.device_id = any($2::uuid[]) and not a.is_deleted`,
    values: [tx.tenantId, ids],
  })
  return new Set(rows.map((row) => contentOn(String(row.id), String(row.sha256))))
}

/** The rows of a list that a file may belong to, by their numbers; a row that repeats another one is that one. */
export function rowsByNumber(rows: readonly GradedRow[]): ReadonlyMap<number, GradedRow> {
  const seen = new Set<string>()
  return new Map(
    rows.flatMap((row): [number, GradedRow][] => {
      if (row.isCopy || (row.known && seen.has(row.known))) return []
      if (row.known) seen.add(row.known)
      return [[row.number, row]]
    }),
  )
}

interface Sorted {
  readonly outcome: FileOutcome
  readonly row?: GradedRow | undefined
  readonly words?: Words
}

interface Given {
  readonly files: FilesFacts
  readonly read: ReadFile
  readonly rows: readonly GradedRow[]
  readonly context: Context
}

/** Decides what becomes of each file. */
async function sorted(found: readonly FoundFile[], { files, read, rows, context }: Given, tx: Transaction): Promise<Sorted[]> {
  const byNumber = rowsByNumber(rows)
  const numbers = fileNumbers(
    read.rows.filter(({ number, isCopy }) => !isCopy && byNumber.has(number)),
    files.by,
  )
  const isGood = (row: GradedRow): boolean => row.isSame || !read.findings.isFaulty(row.number)
  const known = rows.flatMap(({ known: id }) => (id ? [id] : []))
  const seen = await seenCards(context, tx, known)
  const there = await contentsOn(tx, known)
  const may = mayAttach(context, files)
  const taken = new Set<string>()
  return found.map((one): Sorted => {
    if ('refused' in one) return { outcome: 'refused', words: one.refused }
    const meant = one.row === undefined ? rowOfPath(one.path, numbers) : { row: one.row }
    if (!meant) return { outcome: 'unmatched', words: words.unmatched }
    const several = 'several' in meant ? meant.several.flatMap((number) => byNumber.get(number) ?? []).filter(isGood) : []
    const row = 'row' in meant ? byNumber.get(meant.row) : several.length === 1 ? several[0] : undefined
    if (!row) return { outcome: 'unmatched', words: 'several' in meant ? severalRows(meant) : words.unmatched }
    if (!isGood(row)) return { outcome: 'left', row, words: words.faulty }
    if (row.isSame && !row.known) return { outcome: 'left', row, words: words.several }
    if (row.known && !seen.has(row.known)) return { outcome: 'left', row, words: words.unseen }
    if (!may) return { outcome: 'left', row, words: words.noRight }
    if (row.known && there.has(contentOn(row.known, one.sha256))) return { outcome: 'same', row, words: words.same }
    const content = contentOn(String(row.number), one.sha256)
    if (taken.has(content)) return { outcome: 'same', row, words: words.twice }
    taken.add(content)
    return { outcome: 'offered', row }
  })
}

/** A file name that fits its field and keeps its ending. */
function nameOf(path: readonly string[]): string {
  const name = path.at(-1)!
  if (name.length <= mostName) return name
  const ending = /\.\w{1,8}$/.exec(name)?.[0] ?? ''
  return cutText(name, mostName - ending.length) + ending
}

/** The summary of what was found. */
function summaryOf(found: readonly FoundFile[], outcomes: readonly Sorted[]): AttachedSummary {
  const of: Partial<Record<FileOutcome, number>> = {}
  const reasons = new Map<string, Words & { files: number; samples: string[] }>()
  outcomes.forEach(({ outcome, words: why }, index) => {
    of[outcome] = (of[outcome] ?? 0) + 1
    if (!why) return
    const one = reasons.get(why.zh) ?? { ...why, files: 0, samples: [] }
    reasons.set(why.zh, one)
    one.files++
    if (one.samples.length < samples) one.samples.push(cutText(found[index]!.path.join('/'), mostPath))
  })
  return {
    files: found.length,
    rows: new Set(outcomes.flatMap(({ outcome, row }) => (outcome === 'offered' ? [row!.number] : []))).size,
    of,
    reasons: [...reasons.values()].sort((one, other) => other.files - one.files).slice(0, 20),
  }
}

/**
 * Keeps what the archives of an import hold and what becomes of each file, for the person who decides on it, and drops what an earlier check stored.
 * Answers the summary; null where there is none.
 */
export async function keepFound(
  found: readonly FoundFile[],
  {
    jobId,
    read,
    graded,
    files,
    context,
  }: Omit<Given, 'rows' | 'files'> & { jobId: string; graded: readonly GradedRow[]; files: FilesFacts | undefined },
  tx: Transaction,
): Promise<AttachedSummary | null> {
  tx.later({ text: 'delete from import_file where tenant_id = $1 and job_id = $2', values: [tx.tenantId, jobId] })
  tx.later({
    text: `delete from file f using import_job j where f.tenant_id = $1 and f.of_entity = 'importJob' and f.of_id = $2::text and j.tenant_id = $1 and j.id = $2::uuid
      and not f.id = any(j.source || coalesce(j.archives, '{}'))`,
    values: [tx.tenantId, jobId],
  })
  if (!files || found.length === 0) return null
  const outcomes = await sorted(found, { files, read, rows: graded, context }, tx)
  const { title } = read.view.entity
  const rows = found.map((one, index) => {
    const { outcome, row, words: why } = outcomes[index]!
    return {
      seq: index + 1,
      origin: one.origin,
      place: one.place,
      path: cutText(one.path.join('/'), mostPath),
      file_name: nameOf(one.path),
      size: one.size,
      ...('refused' in one ? {} : { file_type: one.type, sha256: one.sha256 }),
      ...(row ? { row_no: row.number, record_id: row.known, title: cutText(String(row.draft[title] ?? ''), mostName) } : {}),
      outcome,
      zh: why?.zh,
      en: why?.en,
    }
  })
  for (let at = 0; at < rows.length; at += perStatement)
    await tx.run({
      text: `insert into import_file (tenant_id, job_id, seq, origin, place, path, file_name, file_type, size, sha256, row_no, record_id, title, outcome, zh, en)
        select $1, $2, v.seq, v.origin, v.place, v.path, v.file_name, v.file_type, v.size, v.sha256, v.row_no, v.record_id, v.title, v.outcome, v.zh, v.en
        from jsonb_to_recordset($3::jsonb) v(seq int, origin int, place int, path text, file_name text, file_type text, size bigint, sha256 text, row_no int, record_id uuid, title text,
          outcome text, zh text, en text)`,
      values: [tx.tenantId, jobId, JSON.stringify(rows.slice(at, at + perStatement))],
    })
  return summaryOf(found, outcomes)
}
