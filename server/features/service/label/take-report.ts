import { v7 } from 'uuid'
import { labelReport } from '#contract/entities/service/label/label-report.ts'
import { labelPosting } from '#contract/entities/service/repair-rules.ts'
import { readAs, type Transaction, writeAs } from '#server/db/pool.ts'
import { notify } from '#server/features/notice/public.ts'
import { type Acting, actingAlone } from '#server/kit/access/as-system.ts'
import type { Tools } from '#server/kit/context.ts'
import { lockContent, storeContent } from '#server/kit/files/kept-content.ts'
import { record } from '#server/kit/steps/event.ts'
import { insertAll } from '#server/kit/write/insert-of.ts'
import { takeNamedLock } from '#server/kit/write/named-lock.ts'
import { takers } from '../repair-people.ts'
import type { Reportable } from './found.ts'
import { isOverLimit } from './limits.ts'
import type { Photo } from './photos.ts'

/** A report as it was filled in. */
interface GivenReport {
  readonly description: string
  readonly reporterName: string
  readonly reporterPhone: string
  readonly room: string | null
  readonly photos: readonly Photo[]
  /** Of the form that it was sent by: sent twice it is one report. */
  readonly formKey: string
  readonly origin: string
}

/** Whether a form has made its report. */
export async function isReported({ pool }: Pick<Tools, 'pool'>, tenantId: string, formKey: string): Promise<boolean> {
  const [found] = await readAs(pool, tenantId, [
    { text: 'select 1 from label_report where tenant_id = $1 and form_key = $2', values: [tenantId, formKey] },
  ])
  return found!.rows.length > 0
}

/** Tells those who take repairs of the department and the keeper of the device, once while reports of it wait. */
async function tell(by: Acting, tx: Transaction, id: string, deviceId: string, description: string): Promise<void> {
  const { rows } = await tx.run({
    text: `select d.device_name, d.device_code, d.keeper_id, d.use_dept_id, p.dept_name,
        exists (select 1 from label_report r where r.tenant_id = $1 and r.device_id = $2 and r.report_state = 'waiting' and r.id <> $3) as waits
      from device d left join dept p on p.tenant_id = d.tenant_id and p.id = d.use_dept_id where d.tenant_id = $1 and d.id = $2`,
    values: [tx.tenantId, deviceId, id],
  })
  const card = rows[0]
  if (!card || card.waits) return
  notify(by, tx, {
    kind: 'label_reported',
    subject: [`${card.device_name} ${card.device_code ?? ''}`.trim(), card.dept_name].filter(Boolean).join(' · '),
    detail: description,
    target: 'labelReport',
    targetId: id,
    to: {
      users: [card.keeper_id as string | null],
      holders: takers.map((right) => ({ right, deptId: (card.use_dept_id ?? null) as string | null })),
    },
  })
}

async function add(by: Acting, tx: Transaction, deviceId: string, given: GivenReport): Promise<{ id: string; photoIds: string[] }> {
  const id = v7()
  const files = given.photos.map(({ type, bytes, sha256 }, index) => ({
    ...{ id: v7(), file_name: `${index + 1}.${type.slice('image/'.length)}`, file_type: type, file_size: bytes.length, sha256 },
    ...{ of_entity: labelReport.name, of_id: id },
  }))
  for (const { sha256 } of [...files].sort((one, other) => (one.sha256 < other.sha256 ? -1 : 1))) await lockContent(tx, sha256)
  const now = by.occurredAt.toISOString()
  const { description, reporterName, reporterPhone, room, origin, formKey } = given
  await tx.run(
    insertAll('label_report', tx.tenantId, [
      {
        ...{
          id,
          version: 1,
          created_at: now,
          updated_at: now,
          reported_at: now,
          report_state: 'waiting',
          device_id: deviceId,
          description,
        },
        ...{ reporter_name: reporterName, reporter_phone: reporterPhone, room, origin, form_key: formKey },
        photos: files.length > 0 ? files.map((one) => one.id) : null,
      },
    ]),
  )
  if (files.length > 0) await tx.run(insertAll('file', tx.tenantId, files))
  record(by, tx, { entity: labelReport.name, entityId: id, verb: 'add', version: 1 })
  await tell(by, tx, id, deviceId, description)
  return { id, photoIds: files.map((one) => one.id) }
}

/** Photos whose content could not be stored leave the report, which counts without them. */
async function dropPhotos({ pool }: Pick<Tools, 'pool'>, tenantId: string, reportId: string, ids: readonly string[]): Promise<void> {
  await writeAs(pool, tenantId, async (tx) => {
    tx.later({ text: 'delete from file where tenant_id = $1 and id = any($2::uuid[])', values: [tenantId, ids] })
    tx.later({
      text: `update label_report set photos = (select nullif(array_agg(p order by n), '{}') from unnest(photos) with ordinality u(p, n) where p <> all($3::uuid[]))
        where tenant_id = $1 and id = $2`,
      values: [tenantId, reportId, ids],
    })
  }).catch(() => {})
}

/**
 * Takes a report: one for a form, also where it is sent twice at once, and none above the limits. Processes that take reports of one hospital wait for each
 * other, so that together they keep them. Answers how many photos could not be kept.
 */
export async function takeReport(
  tools: Pick<Tools, 'pool' | 'contents'>,
  { tenantId, deviceId }: Reportable,
  given: GivenReport,
  now = new Date(),
): Promise<{ readonly taken: boolean; readonly lostPhotos: number }> {
  const added = await writeAs(tools.pool, tenantId, async (tx) => {
    takeNamedLock(tx, `label reports ${tenantId}`)
    const { rows } = await tx.run({
      text: 'select 1 from label_report where tenant_id = $1 and form_key = $2',
      values: [tenantId, given.formKey],
    })
    if (rows.length > 0) return 'before'
    if (await isOverLimit(tx, deviceId, given.origin)) return 'over'
    return add(actingAlone(labelPosting, now), tx, deviceId, given)
  })
  if (added === 'over') return { taken: false, lostPhotos: 0 }
  if (added === 'before') return { taken: true, lostPhotos: 0 }
  const lost: string[] = []
  for (const [index, { sha256, bytes }] of given.photos.entries())
    await storeContent(tools.contents, tenantId, sha256, bytes).catch(() => lost.push(added.photoIds[index]!))
  if (lost.length > 0) await dropPhotos(tools, tenantId, added.id, lost)
  return { taken: true, lostPhotos: lost.length }
}
