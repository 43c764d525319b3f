import { v7 as uuid } from 'uuid'
import { checklistRecord } from '#contract/entities/checklist/checklist-record.ts'
import { findingOf, type Judgement } from '#contract/entities/checklist/judge.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { record } from '#server/kit/steps/event.ts'
import { insertAll } from '#server/kit/write/insert-of.ts'

/** The result of a judged checklist, as columns of the checklist and of its record. */
export function resultOf(
  { abnormal }: Judgement,
  { language }: Context,
): { result: 'normal' | 'abnormal'; abnormal_count: number; findings: string | null } {
  const { max } = checklistRecord.fields.findings
  const said = abnormal.map((entry) => findingOf(entry, language)).join('\n')
  return { result: abnormal.length > 0 ? 'abnormal' : 'normal', abnormal_count: abnormal.length, findings: said.slice(0, max) || null }
}

/** Writes what a checklist asked and was answered; `corrects` is the record that this one corrects. Returns its id. */
export async function keepRecord(
  context: Context,
  tx: Transaction,
  task: Row,
  judged: Judgement,
  { place, photos, corrects, reason }: { place: number; photos: unknown; corrects?: unknown; reason?: string },
): Promise<string> {
  const { rows } = await tx.run({
    text: `select t.template_name, v.version_no, (select d.dept_name from dept d where d.tenant_id = $1 and d.id = $3) as dept_name from checklist_version v join checklist_template t on t.tenant_id = v.tenant_id and t.id = v.template_id
      where v.tenant_id = $1 and v.id = $2`,
    values: [tx.tenantId, task.template_version_id, task.use_dept_id],
  })
  const id = uuid()
  const who = context.actor.userId
  await tx.run(
    insertAll('checklist_record', tx.tenantId, [
      {
        ...{ id, created_by: who, updated_by: who, record_no: `${task.task_no}-${place}` },
        ...{ task_id: task.id, device_id: task.device_id, use_kind: task.use_kind },
        ...{
          template_name: rows[0]?.template_name ?? null,
          dept_name: rows[0]?.dept_name ?? null,
          version_no: rows[0]?.version_no ?? null,
        },
        ...resultOf(judged, context),
        ...{ filled_by_id: who, filled_at: context.occurredAt, entries: judged.entries, photos: photos ?? null },
        ...{ corrects_id: corrects ?? null, reason: reason ?? null },
      },
    ]),
  )
  record(context, tx, { entity: checklistRecord.name, entityId: id, verb: 'add', version: 1 })
  return id
}
