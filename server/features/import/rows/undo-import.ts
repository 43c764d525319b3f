import { creatable, importFacts } from '#contract/imports.ts'
import type { Entity } from '#contract/kit/entity/entity.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { entityNamed } from '#contract/registry.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Context } from '#server/kit/context.ts'
import { removeRows } from '#server/kit/import/rows/remove-rows.ts'
import { restoreRows } from '#server/kit/import/rows/update-rows.ts'
import { gatherStatistics } from '#server/kit/write/statistics.ts'
import { finishJob, recountFiles } from '../work/job-rows.ts'
import { inOneGo, workLimit } from '../work/one-go.ts'
import type { Report, Task } from '../work/task.ts'
import { settleRestored, writtenChanges } from './change-list.ts'

/** Refuses to part a keeper whom a list of devices named from the person that an import of people made of them: what they were before is not kept. */
async function refuseJoined(tx: Transaction, { target, jobId }: Pick<Task, 'target' | 'jobId'>): Promise<void> {
  const { rows } = await tx.run({
    text: `select u.real_name from app_user u where u.tenant_id = $1 and u.id in (
        select i.entity_id from import_row i join import_row o on o.tenant_id = i.tenant_id and o.entity = i.entity and o.entity_id = i.entity_id
        where i.tenant_id = $1 and i.job_id = $2 and i.entity = 'user' and o.job_id <> i.job_id and not i.is_update and not o.is_update) order by u.real_name limit 1`,
    values: [tx.tenantId, jobId],
  })
  if (!rows[0]) return
  const name = String(rows[0].real_name)
  throw new Refusal(
    'rule',
    target === 'user'
      ? {
          zh: `本次导入已把“${name}”等人员与设备台账中的保管人合并，不能撤销；请在用户列表中逐个修改`,
          en: `This import joined “${name}” with a keeper named in a list of devices, so it cannot be undone. Change the people in the list of users`,
        }
      : {
          zh: `本次导入新建的保管人“${name}”后来已由人员导入开通账号，不能撤销`,
          en: `The keeper “${name}” that this import made was given an account by an import of people since, so it cannot be undone`,
        },
  )
}

/** Puts back what an import updated, unless it was changed since. Answers how many rows were restored and how many were not, or not wholly. */
async function undoUpdates(task: Extract<Task, { kind: 'undo' }>, context: Context, tx: Transaction) {
  const updates = await writtenChanges(tx, task.jobId)
  let kept = 0
  if (updates.length > 0)
    await restoreRows(context.actor.settings.view(entityNamed(task.target)), context, tx, updates, (outcomes) => {
      kept += outcomes.filter(({ words }) => words).length
      tx.later(settleRestored(tx.tenantId, task.jobId, outcomes))
    })
  return { restored: updates.length - kept, kept }
}

/** The documents of an import that someone has removed since. */
async function goneFiles(tx: Transaction, jobId: string): Promise<ReadonlySet<unknown>> {
  const { rows } = await tx.run({
    text: `select i.entity_id from import_row i join device_attach a on a.tenant_id = i.tenant_id and a.id = i.entity_id
      where i.tenant_id = $1 and i.job_id = $2 and i.entity = 'deviceAttach' and a.is_deleted`,
    values: [tx.tenantId, jobId],
  })
  return new Set(rows.map((row) => row.entity_id))
}

/** The sentence of the end. */
function sayUndone(
  { language }: Task,
  { removed, restored, kept, attached }: Readonly<Record<'removed' | 'restored' | 'kept' | 'attached', number>>,
): string {
  const say = (zh: string, en: string): string => (language === 'zh' ? zh : en)
  const parts = [
    ...(removed > 0 || restored + kept + attached === 0 ? [say(`已撤销 ${removed} 条记录`, `${removed} records were removed`)] : []),
    ...(attached > 0 ? [say(`已撤下 ${attached} 个图片和文件`, `${attached} pictures and files were removed`)] : []),
    ...(restored > 0 ? [say(`已还原 ${restored} 条更新`, `${restored} updates were restored`)] : []),
    ...(kept > 0
      ? [
          say(
            `${kept} 条更新后来又被修改，未还原或只还原了一部分，见差异列表`,
            `${kept} updates were changed since and stay, in whole or in part: see the list of differences`,
          ),
        ]
      : []),
  ]
  return parts.join(say('；', '; '))
}

/** Takes back everything an import did: its updates, its rows, then what was made for them. Updates that were changed since stay; of the rows all or none. */
export async function undoImport(task: Extract<Task, { kind: 'undo' }>, context: Context, report: Report): Promise<void> {
  await inOneGo(context, { kind: task.kind, seconds: workLimit(task.workSeconds, task.rows ?? 0) }, async (tx) => {
    await refuseJoined(tx, task)
    const { restored, kept } = await undoUpdates(task, context, tx)
    const { rows } = await tx.run({
      text: 'select entity, entity_id from import_row where tenant_id = $1 and job_id = $2 and not is_update',
      values: [tx.tenantId, task.jobId],
    })
    const { files } = importFacts[task.target]
    const gone = files ? await goneFiles(tx, task.jobId) : new Set()
    const order: Entity[] = [...new Set([...(files ? [files.entity] : []), task.target, ...[...creatable].reverse()].map(entityNamed))]
    let [removed, attached] = [0, 0]
    for (const of of order) {
      const ids = rows.filter((row) => row.entity === of.name && !gone.has(row.entity_id)).map((row) => String(row.entity_id))
      if (ids.length === 0) continue
      await removeRows(of, context, tx, ids.sort(), async (some) => report({ progress: Math.floor((99 * (removed + some)) / rows.length) }))
      removed += ids.length
      if (of.name === files?.entity) attached = ids.length
      if (of.name === 'user')
        tx.later({ text: 'delete from membership where tenant_id = $1 and user_id = any($2::uuid[])', values: [tx.tenantId, ids] })
    }
    tx.later({
      text: `update import_file set outcome = 'undone' where tenant_id = $1 and job_id = $2 and outcome = 'written'`,
      values: [tx.tenantId, task.jobId],
    })
    tx.later(recountFiles(tx.tenantId, task.jobId))
    tx.later({ text: 'delete from import_row where tenant_id = $1 and job_id = $2', values: [tx.tenantId, task.jobId] })
    await gatherStatistics(tx, removed, order)
    await finishJob(tx, task, {
      status: 'undone',
      progress: 100,
      written_count: 0,
      updated_count: kept,
      note: sayUndone(task, { removed: removed - attached, restored, kept, attached }),
    })
  })
}
