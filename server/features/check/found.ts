import { scan } from '#contract/calls/check.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { codeProbes, meantBy } from '#server/features/asset/public.ts'
import { refusalOf } from '#server/kit/refuse.ts'
import { rule } from './task.ts'

/** What an observation is about: a line of the check, a card that has none there, or a code that no card carries. */
export interface Found {
  readonly line?: Row
  readonly deviceId?: string
}

/** A room as the phone knew it, also when it was removed since; refuses one that never was. */
export async function roomOf(tx: Transaction, locationId: unknown): Promise<Row | undefined> {
  if (!locationId) return undefined
  const { rows } = await tx.run({
    text: 'select id, dept_id from location where tenant_id = $1 and id = $2',
    values: [tx.tenantId, locationId],
  })
  if (!rows[0]) throw refusalOf([{ field: 'locationId', label: scan.input.location, rule: 'absent' }])
  return rows[0]
}

/** The card that carries a code, in the tenant; a check may meet cards of any department. */
async function deviceOf(tx: Transaction, code: string): Promise<string | undefined> {
  const [cards, labels] = await Promise.all([
    tx.run({ text: codeProbes('t.tenant_id = $1 and not t.is_deleted', '$2'), values: [tx.tenantId, code] }),
    tx.run({
      text: 'select full_name from location where tenant_id = $1 and qr_token = $2 and not is_deleted',
      values: [tx.tenantId, code],
    }),
  ])
  const room = labels.rows[0]
  if (room && cards.rows.length === 0)
    throw rule(`这是房间“${room.full_name}”的标签，不是设备`, `This is the label of the room “${room.full_name}”, not of a device`)
  return meantBy(cards.rows)
}

/** The line that is named, or that a code means. */
export async function find(tx: Transaction, checkId: unknown, by: { lineId?: unknown; code?: string }): Promise<Found> {
  if (by.lineId) {
    const { rows } = await tx.run({
      text: 'select * from check_line where tenant_id = $1 and check_id = $2 and id = $3',
      values: [tx.tenantId, checkId, by.lineId],
    })
    if (!rows[0]) throw refusalOf([{ field: 'lineId', label: scan.input.line, rule: 'absent' }])
    return { line: rows[0], deviceId: (rows[0].device_id as string | null) ?? undefined }
  }
  const deviceId = await deviceOf(tx, by.code!)
  const { rows } = await tx.run({
    text: `select * from check_line where tenant_id = $1 and check_id = $2 and ${deviceId ? 'device_id = $3' : 'device_id is null and device_code = $3'}`,
    values: [tx.tenantId, checkId, deviceId ?? by.code],
  })
  return { line: rows[0], deviceId }
}
