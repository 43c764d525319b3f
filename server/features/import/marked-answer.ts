import { Readable } from 'node:stream'
import { importMarked } from '#contract/calls/import.ts'
import { importJob } from '#contract/entities/platform/import-job.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { sheetTypes } from '#contract/kit/sheet.ts'
import type { ImportTarget } from '#contract/registry.ts'
import { Parameters } from '#server/db/query.ts'
import { scopeSql } from '#server/kit/access.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import type { Layout } from '#server/kit/import/headings.ts'
import { read } from '#server/kit/refuse.ts'
import { tableName } from '#server/kit/table.ts'
import { findingOf } from './job-rows.ts'
import { runMark } from './run-thread.ts'
import { bytesOf, taskBase } from './start-work.ts'

const suffix = { zh: '-标出问题', en: '-marked' } as const

/** The file of an import that the person sees, with what is wrong marked in it. */
export function markedFile(context: Context): ReadPlan {
  const { id } = read(importMarked.input, context.input) as { id: string }
  const into = new Parameters()
  const tenant = into.add(context.actor.tenantId)
  const job = into.add(id)
  const scope = scopeSql(importJob, context.actor, 't', into)
  return {
    queries: [
      {
        text: `select t.layout, t.target, f.file_name, f.sha256, f.file_size from ${tableName(importJob)} t join file f on f.tenant_id = t.tenant_id and f.id = t.source[1]
          where t.tenant_id = ${tenant} and t.id = ${job}::uuid and t.layout is not null${scope ? ` and ${scope}` : ''}`,
        values: into.values,
      },
      {
        text: 'select row_no, at, field, grade, zh, en, value from import_problem where tenant_id = $1 and job_id = $2::uuid order by seq',
        values: [context.actor.tenantId, id],
      },
    ],
    async answer([jobs, found]) {
      const row = jobs!.rows[0]
      if (!row) throw new Refusal('not_found', { what: importJob })
      const { file, format } = await runMark(context.tools.pool, {
        ...taskBase(context),
        kind: 'mark',
        jobId: id,
        target: row.target as ImportTarget,
        layout: row.layout as Layout,
        bytes: await bytesOf(context, { sha256: String(row.sha256), size: Number(row.file_size) }),
        findings: found!.rows.map(findingOf),
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
