import { v7 } from 'uuid'
import type { TestApp } from './app-for-test.ts'

/** Where the rows belong: a department, its card, and a person. */
export interface CustodyPlace {
  readonly dept: string
  readonly device: string
  readonly user: string
}

const kinds = ['borrow', 'allot', 'purchase', 'in'] as const

/** An application of each kind with a line, a transfer and a loan of a card, and their records, written by hand; answers their ids by entity. */
export async function custodyRows(app: TestApp, tenant: string, word: string, place: CustodyPlace): Promise<Record<string, string>> {
  const rows = {
    deviceApply: v7(),
    deviceApplyItem: v7(),
    deviceUse: v7(),
    deviceUseRecord: v7(),
    eventProcess: v7(),
    eventTypeConfig: v7(),
  }
  const put = (text: string, ...more: unknown[]) => app.sql(text, [tenant, ...more])
  for (const [at, kind] of kinds.entries()) {
    const id = at === 0 ? rows.deviceApply : v7()
    await put(
      `insert into device_apply (tenant_id, id, apply_title, apply_no, type, status, dept_id, device_name, applicant_id, created_by)
        values ($1, $2, $3, $4, $5, 'draft', $6, $3, $7, $7)`,
      id,
      `${word}申请`,
      `SQ-${word}-${place.dept.slice(-6)}-${at}`,
      kind,
      place.dept,
      place.user,
    )
    await put(
      `insert into device_apply_item (tenant_id, id, apply_id, place, type, device_id, item_name, quantity, created_by) values ($1, $2, $3, 1, $4, $5, $6, 1, $7)`,
      at === 0 ? rows.deviceApplyItem : v7(),
      id,
      kind,
      kind === 'purchase' || kind === 'in' ? null : place.device,
      `${word}设备`,
      place.user,
    )
  }
  for (const [at, kind] of (['borrow', 'allot'] as const).entries()) {
    const id = at === 0 ? rows.deviceUse : v7()
    await put(
      `insert into device_use (tenant_id, id, use_no, event_type, status, card_id, apply_id, from_dept_id, to_dept_id, at_dept_id, applicant_id, extend_reason, created_by)
        values ($1, $2, $3, $4, 'received', $5, $6, $7, $7, $7, $8, $9, $8)`,
      id,
      `JJ-${word}-${place.dept.slice(-6)}-${at}`,
      kind,
      place.device,
      rows.deviceApply,
      place.dept,
      place.user,
      word,
    )
    for (const act of ['note', 'hand_out'])
      await put(
        `insert into device_use_record (tenant_id, id, use_manage_id, card_id, event_type, happened_at, giver_id, content, created_by)
          values ($1, $2, $3, $4, $5, now(), $6, $7, $6)`,
        at === 0 && act === 'note' ? rows.deviceUseRecord : v7(),
        id,
        place.device,
        act,
        place.user,
        word,
      )
  }
  await put(
    'insert into event_process (tenant_id, id, event_id, content, created_by) values ($1, $2, $3, $4, $5)',
    rows.eventProcess,
    rows.deviceApply,
    `${word}备注`,
    place.user,
  )
  await put(
    `insert into event_type_config (tenant_id, id, config_name, event_type, dept_id, created_by) values ($1, $2, $3, 'measure', $4, $5)`,
    rows.eventTypeConfig,
    `${word}配置`,
    place.dept,
    place.user,
  )
  return rows
}
