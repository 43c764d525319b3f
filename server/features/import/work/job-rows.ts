import { deadAfterMs, headingKey, importFacts } from '#contract/imports.ts'
import type { Words } from '#contract/kit/words.ts'
import type { ImportTarget } from '#contract/registry.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Query, Row } from '#server/db/query.ts'
import type { Finding, Findings } from '#server/kit/import/findings.ts'
import type { Column, Layout } from '#server/kit/import/table/layout.ts'
import { endAttempt, Overtaken } from '#server/kit/jobs/job-rows.ts'
import type { Begun } from './task.ts'
import { tellEnded } from './tell-ended.ts'

/** The state that work leaves an import in which was refused or broke off. */
export const afterFault = { verify: 'failed', write: 'verified', undo: 'done' } as const
/** The kind of work that an import is in. */
export const workOf = { verifying: 'verify', writing: 'write', undoing: 'undo' } as const satisfies Record<string, keyof typeof afterFault>
/** The state that work leaves an import in which broke off, by the state it was in. */
export const afterBreak = { verifying: afterFault.verify, writing: afterFault.write, undoing: afterFault.undo } as const
export const busyStates = Object.keys(afterBreak)
/** The state that an import is in during a kind of work. */
export const busyStateOf = { verify: 'verifying', write: 'writing', undo: 'undoing' } as const

/** Messages about aborted work, by its kind: what is unchanged, and how to continue without sending the file again. */
export const brokenOff = {
  verify: {
    zh: '校验被中断，没有导入任何数据；文件已保留，请重新校验，不必再上传',
    en: 'Validation was interrupted and nothing was imported. The file is kept: validate again without uploading it',
  },
  write: {
    zh: '导入被中断，没有导入任何数据；文件和校验结果已保留，请再次导入，不必再上传',
    en: 'The import was interrupted and nothing was imported. The file and its validation are kept: import again without uploading it',
  },
  undo: {
    zh: '撤销被中断，数据没有变化，请再次撤销',
    en: 'The undo was interrupted and nothing was changed. Undo again',
  },
} as const satisfies Record<keyof typeof afterFault, Words>

/** Whether an import has given a sign of life within a minute, whichever program works on it. */
export const isAlive = (row: Row): boolean =>
  busyStates.includes(String(row.status)) && Date.now() - Date.parse(String(row.alive_at ?? row.created_at)) < deadAfterMs

/** Messages about work that a person cancelled. */
export const calledOff = {
  verify: { zh: '校验已取消，没有导入任何数据；文件已保留', en: 'Validation was cancelled and nothing was imported. The file is kept' },
  write: {
    zh: '导入已取消，没有导入任何数据；文件和校验结果已保留',
    en: 'The import was cancelled and nothing was imported. The file and its validation are kept',
  },
  undo: { zh: '撤销已取消，数据没有变化', en: 'The undo was cancelled and nothing was changed' },
} as const satisfies Record<keyof typeof afterFault, Words>

export const newJob = (job: {
  id: string
  tenantId: string
  userId: string
  deptId: string | null
  fileName: string
  target: ImportTarget
  source: string
  archives: readonly string[]
}): Query => ({
  text: `insert into import_job (tenant_id, id, created_by, updated_by, file_name, target, status, progress, row_count, new_count, same_count, faulty_count,
      changed_count, warning_count, written_count, updated_count, user_id, dept_id, source, archives, alive_at)
    values ($1, $2, $3, $3, $4, $5, 'verifying', 0, 0, 0, 0, 0, 0, 0, 0, 0, $3, $6, array[$7::uuid], $8::uuid[], now())`,
  values: [job.tenantId, job.id, job.userId, job.fileName, job.target, job.deptId, job.source, job.archives],
})

/** Sets columns of an import; every change is a heartbeat. `version`: only while the import has it. Answers its id when it was changed. */
export function changeJob(tenantId: string, id: string, set: Readonly<Record<string, unknown>>, version?: number): Query {
  const columns = Object.keys(set)
  return {
    text: `update import_job set ${[...columns.map((column, index) => `${column} = $${index + 3}`), 'alive_at = now()', 'updated_at = now()', 'version = version + 1'].join(', ')} where tenant_id = $1 and id = $2${version === undefined ? '' : ` and version = ${version}`} returning id`,
    values: [
      tenantId,
      id,
      ...Object.values(set).map((value) => (value !== null && typeof value === 'object' ? JSON.stringify(value) : value)),
    ],
  }
}

/** Query that sets the archives of an import. */
export const changeArchives = (tenantId: string, id: string, archives: readonly string[]): Query => ({
  text: 'update import_job set archives = $3::uuid[] where tenant_id = $1 and id = $2',
  values: [tenantId, id, archives],
})

/** Query that counts the pictures and documents of an import again by what became of them. */
export const recountFiles = (tenantId: string, id: string): Query => ({
  text: `update import_job j set attached = jsonb_set(j.attached, '{of}', (select coalesce(jsonb_object_agg(n.outcome, n.files), '{}') from
      (select i.outcome, count(*) as files from import_file i where i.tenant_id = $1 and i.job_id = $2 group by i.outcome) n))
    where j.tenant_id = $1 and j.id = $2 and jsonb_typeof(j.attached) = 'object'`,
  values: [tenantId, id],
})

/** Ends work on an import and its job in one transaction with what it wrote. Throws `Overtaken` when they are no longer this work's. */
export async function finishJob(tx: Transaction, task: Begun, set: Readonly<Record<string, unknown>>): Promise<void> {
  const { rows } = await tx.run(changeJob(tx.tenantId, task.jobId, set, task.version))
  if (rows.length === 0) throw new Overtaken()
  await endAttempt(tx, task.attempt, 'done', { note: typeof set.note === 'string' ? set.note : null })
}

/** Leaves an import as work that did not complete found it, and tells its person; nothing when it is no longer this work's. */
export async function breakJob(
  tx: Transaction,
  task: Pick<Begun, 'jobId' | 'version'> & { kind: keyof typeof afterFault },
  userId: string,
  note: string,
): Promise<void> {
  const { rows } = await tx.run(changeJob(tx.tenantId, task.jobId, { status: afterFault[task.kind], progress: 0, note }, task.version))
  if (rows.length > 0) await tellEnded(tx, { userId }, task.jobId, note)
}

/** Writes heartbeat and progress. An import that is no longer in progress, or has been given to other work, stays unchanged. */
export const aliveJob = (tenantId: string, { jobId, version }: Pick<Begun, 'jobId' | 'version'>, progress: number | null): Query => ({
  text: `update import_job set alive_at = now(), progress = coalesce($3::int, progress)
    where tenant_id = $1 and id = $2 and status = any($4::text[]) and version = $5`,
  values: [tenantId, jobId, progress, busyStates, version],
})

const perStatement = 5000

/** Replaces what is known to be wrong in the file of an import. */
export function keepFindings(tenantId: string, jobId: string, { list }: Findings): Query[] {
  const rows = [...list]
    .sort((one, other) => one.row - other.row || (one.at ?? -1) - (other.at ?? -1))
    .map(({ row, at, field, grade, words, value, cause, isQuoting }, seq) => {
      const closed = isQuoting ? { closed_zh: cause?.zh, closed_en: cause?.en } : {}
      return { seq, row_no: row, at, field, grade, zh: words.zh, en: words.en, value, ...closed }
    })
  const chunks = Array.from({ length: Math.ceil(rows.length / perStatement) }, (_, index) =>
    rows.slice(index * perStatement, (index + 1) * perStatement),
  )
  return [
    { text: 'delete from import_problem where tenant_id = $1 and job_id = $2', values: [tenantId, jobId] },
    ...chunks.map((some) => ({
      text: `insert into import_problem (tenant_id, job_id, seq, row_no, at, field, grade, zh, en, value, closed_zh, closed_en)
        select $1, $2, p.seq, p.row_no, p.at, p.field, p.grade, p.zh, p.en, p.value, p.closed_zh, p.closed_en
        from jsonb_to_recordset($3::jsonb) p(seq int, row_no int, at int, field text, grade text, zh text, en text, value text, closed_zh text, closed_en text)`,
      values: [tenantId, jobId, JSON.stringify(some)],
    })),
  ]
}

/** What is wrong in the file of an import, as the thread that marks it takes it. */
export const findingOf = (row: Row): Finding => ({
  row: Number(row.row_no),
  at: row.at === null || row.at === undefined ? null : Number(row.at),
  field: (row.field as string | null) ?? null,
  grade: row.grade as Finding['grade'],
  words: { zh: String(row.zh), en: String(row.en) },
  value: String(row.value ?? ''),
})

/** What a hospital chose for the headings of its sheets, by heading. */
export const rememberedHeadings = (tenantId: string, target: ImportTarget): Query => ({
  text: 'select heading, field from import_heading where tenant_id = $1 and entity = $2',
  values: [tenantId, target],
})

/** Remembers which field each heading stands for; `''` for columns that are left out. */
export function rememberHeadings(tenantId: string, target: ImportTarget, columns: readonly Column[]): Query {
  const chosen = new Map(columns.flatMap(({ heading, field }) => (headingKey(heading) ? [[headingKey(heading), field ?? '']] : [])))
  return {
    text: `insert into import_heading (tenant_id, entity, heading, field) select $1, $2, h.heading, h.field
      from unnest($3::text[], $4::text[]) h(heading, field) on conflict (tenant_id, entity, heading) do update set field = excluded.field`,
    values: [tenantId, target, [...chosen.keys()], [...chosen.values()]],
  }
}

/** The columns of a sheet with the fields that a person chose; each field at most once. */
export function withChosen(layout: Layout, chosen: readonly { at: number; field?: string | null }[]): Layout {
  const fields = new Map(chosen.map(({ at, field }) => [at, field ?? null]))
  const taken = new Set<string>()
  return {
    ...layout,
    columns: layout.columns.map((column) => {
      const field = fields.has(column.at) ? (fields.get(column.at) ?? null) : column.field
      if (field === null || taken.has(field)) return { ...column, field: null }
      taken.add(field)
      return { ...column, field }
    }),
  }
}

export const isTarget = (name: string): name is ImportTarget => Object.hasOwn(importFacts, name)
