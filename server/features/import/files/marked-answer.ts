import { Readable } from 'node:stream'
import { importMarked } from '#contract/calls/import/import.ts'
import { importJob } from '#contract/entities/import/import-job.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { sheetTypes } from '#contract/kit/sheets/sheet.ts'
import type { ImportTarget } from '#contract/registry.ts'
import { Parameters } from '#server/db/query.ts'
import { scopeSql } from '#server/kit/access/access.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import type { Layout } from '#server/kit/import/table/layout.ts'
import { read } from '#server/kit/refuse.ts'
import { tableName } from '#server/kit/table.ts'
import { wordsSql } from '../rows/import-findings.ts'
import { findingOf } from '../work/job-rows.ts'
import { runMark } from '../work/run-thread.ts'
import { bytesOf, taskBase } from '../work/start-work.ts'

const suffix = { zh: '-标出问题', en: '-marked' } as const

/** The file of an import that the person sees, with what is wrong marked in it. */
export function markedFile(context: Context): ReadPlan {
  const { id } = read(importMarked.input, context.input) as { id: string }
  const into = new Parameters()
  const tenant = into.add(context.actor.tenantId)
  const job = into.add(id)
  const found = new Parameters()
  const scope = scopeSql(importJob, context.actor, 't', into)
  return {
    queries: [
      {
        text: `select t.layout, t.target, f.file_name, f.sha256, f.file_size from ${tableName(importJob)} t join file f on f.tenant_id = t.tenant_id and f.id = t.source[1]
          where t.tenant_id = ${tenant} and t.id = ${job}::uuid and t.layout is not null${scope ? ` and ${scope}` : ''}`,
        values: into.values,
      },
      {
        text: `select c.row_no, c.at, c.field, c.grade, ${wordsSql('zh', context.actor)} as zh, ${wordsSql('en', context.actor)} as en, c.value
          from import_problem c join ${tableName(importJob)} t on t.tenant_id = c.tenant_id and t.id = c.job_id
          where c.tenant_id = ${found.add(context.actor.tenantId)} and c.job_id = ${found.add(id)}::uuid order by c.seq`,
        values: found.values,
      },
    ],
    async answer([jobs, problems]) {
      const row = jobs!.rows[0]
      if (!row) throw new Refusal('not_found', { what: importJob })
      const { file, format } = await runMark(context.tools.pool, {
        ...taskBase(context),
        kind: 'mark',
        jobId: id,
        target: row.target as ImportTarget,
        layout: row.layout as Layout,
        bytes: await bytesOf(context, { sha256: String(row.sha256), size: Number(row.file_size) }),
        findings: problems!.rows.map(findingOf),
      })
      const name = String(row.file_name).replace(/\.\w+$/, '')
      return {
        download: `${name}${suffix[context.language]}.${format}`,
        type: sheetTypes[format],
        body: Readable.from([Buffer.from(file)]),
      }
    },
  }
}
