import { creatable } from '#contract/imports.ts'
import type { Entity } from '#contract/kit/entity.ts'
import { entityNamed } from '#contract/registry.ts'
import type { Context } from '#server/kit/context.ts'
import { removeRows } from '#server/kit/import/remove-rows.ts'
import { gatherStatistics } from '#server/kit/statistics.ts'
import { finishJob } from './job-rows.ts'
import { inOneGo } from './one-go.ts'
import type { Report, Task } from './task.ts'

/** Takes back everything an import made: its rows, then what was made for them; all of it or nothing. */
export async function undoImport(task: Extract<Task, { kind: 'undo' }>, context: Context, report: Report): Promise<void> {
  await inOneGo(context, async (tx) => {
    const { rows } = await tx.run({
      text: 'select entity, entity_id from import_row where tenant_id = $1 and job_id = $2',
      values: [tx.tenantId, task.jobId],
    })
    const order: Entity[] = [...new Set([task.target, ...[...creatable].reverse()].map(entityNamed))]
    let removed = 0
    for (const of of order) {
      const ids = rows.filter((row) => row.entity === of.name).map((row) => String(row.entity_id))
      if (ids.length === 0) continue
      await removeRows(of, context, tx, ids.sort(), async (some) => report({ progress: Math.floor((99 * (removed + some)) / rows.length) }))
      removed += ids.length
      if (of.name === 'user')
        tx.later({ text: 'delete from membership where tenant_id = $1 and user_id = any($2::uuid[])', values: [tx.tenantId, ids] })
    }
    tx.later({ text: 'delete from import_row where tenant_id = $1 and job_id = $2', values: [tx.tenantId, task.jobId] })
    await gatherStatistics(tx, removed, order)
    await finishJob(tx, task, {
      status: 'undone',
      progress: 100,
      written_count: 0,
      note: task.language === 'zh' ? `已撤销 ${removed} 条记录` : `${removed} records were taken back`,
    })
  })
}
