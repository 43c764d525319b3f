import { type FileOutcome, fileOutcomes, importFiles } from '#contract/calls/import/import.ts'
import { importJob } from '#contract/entities/import/import-job.ts'
import { importFacts } from '#contract/imports.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { ImportTarget } from '#contract/registry.ts'
import { rights } from '#contract/rights.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters, type Row } from '#server/db/query.ts'
import { scopeSql } from '#server/kit/access/access.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { bindFiles } from '#server/kit/files/files.ts'
import { rowsPerSheet } from '#server/kit/import/cells/cell.ts'
import { pagePlan } from '#server/kit/read/page-plan.ts'
import { read } from '#server/kit/refuse.ts'
import { recordSql } from '../rows/import-findings.ts'
import { type AttachedSummary, mayAttach } from './found-files.ts'

/** Makes archives those of an import. Refuses a person who may not add files to its records. */
export async function bindArchives(
  context: Context,
  tx: Transaction,
  target: ImportTarget,
  id: string,
  archives: readonly string[] | null | undefined,
): Promise<void> {
  const { files } = importFacts[target]
  if (!files || !archives?.length) return
  if (!mayAttach(context, files)) throw new Refusal('forbidden', { right: rights.get(`${files.entity}.submit`)! })
  await bindFiles(context, tx, { entity: importJob.name, id }, [{ field: importJob.fields.archives, to: archives }])
}

/** Whether the check found files that go in. */
export const hasFiles = (job: Row): boolean => ((job.attached as AttachedSummary | null)?.of.offered ?? 0) > 0

/** One page of the pictures and documents of an import that the person sees; a row that is a record has a title for who sees the record. */
export function filesOf(context: Context): ReadPlan<AnswerOf<typeof importFiles>> {
  const { id, outcome } = read(importFiles.input, context.input) as { id: string; outcome?: string | null }
  const { language } = context
  const into = new Parameters()
  const scope = scopeSql(importJob, context.actor, 't', into)
  const where = [
    `i.tenant_id = ${into.add(context.actor.tenantId)} and i.job_id = ${into.add(id)}::uuid${scope ? ` and ${scope}` : ''}`,
    ...(outcome ? [`i.outcome = ${into.add(outcome)}`] : []),
  ].join(' and ')
  return pagePlan(
    context,
    {
      columns: `i.seq::text as id, i.path, i.size, (i.row_no - 1) % ${rowsPerSheet} + 1 as row,
        t.layout -> 'sheets' -> ((i.row_no - 1) / ${rowsPerSheet}) ->> 'name' as sheet,
        case when s.is_seen then i.title end as title, i.outcome, i.${language} as message`,
      from: `import_file i join import_job t on t.tenant_id = i.tenant_id and t.id = i.job_id
        left join (select true as is_seen) s on i.record_id is null or ${recordSql(context.actor, into, 'i', 'record_id')} where ${where}`,
      order: 'i.seq',
      values: into.values,
    },
    (row: Row) => ({
      id: String(row.id),
      path: String(row.path),
      size: Number(row.size),
      row: row.row === null ? null : Number(row.row),
      sheet: (row.sheet as string | null) ?? null,
      title: (row.title as string | null) ?? null,
      outcome: row.outcome as FileOutcome,
      outcomeValue: fileOutcomes[row.outcome as FileOutcome][language],
      message: (row.message as string | null) ?? null,
    }),
  )
}
