import { scan } from '#contract/calls/check/check.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { codeProbes, meantBy, probeValues } from '#server/features/asset/public.ts'
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

/** The line that is named. */
async function named(tx: Transaction, checkId: unknown, lineId: unknown): Promise<Found> {
  // By its key alone: with the check beside it a planner without fresh statistics walks all lines of the check.
  const { rows } = await tx.run({ text: 'select * from check_line where tenant_id = $1 and id = $2', values: [tx.tenantId, lineId] })
  const line = rows[0]
  if (!line || line.check_id !== checkId) throw refusalOf([{ field: 'lineId', label: scan.input.line, rule: 'absent' }])
  return { line, deviceId: (line.device_id as string | null) ?? undefined }
}

/**
 * SQL of the id of a line by its card, or by the key of a code that no card carries; `$1` tenant, the other places are given. OFFSET 0 keeps a planner without fresh
 * statistics, as right after a start, from walking all lines of the check instead.
 */
export const lineIdSql = (check: string, by: { device: string } | { code: string }): string =>
  'device' in by
    ? `select c.id from (select id, check_id from check_line where tenant_id = $1 and device_id = ${by.device} offset 0) c where c.check_id = ${check}`
    : `select c.id from (select id, check_id, device_code_key from check_line where tenant_id = $1 and device_id is null offset 0) c where c.check_id = ${check} and c.device_code_key = ${by.code}`

/** What a code means, in the tenant, for a check may meet cards of any department; a known card costs one round trip. */
async function meant(tx: Transaction, checkId: unknown, code: string): Promise<Found> {
  const [text, key, serial, gtins] = probeValues(code)
  const [cards, labels] = await Promise.all([
    tx.run({
      text: `select f.id as found_id, f.rank as found_rank, f.exact as found_exact, l.* from (${codeProbes('$1', '$3', '$4', '$5', '$6', 'true')}) f
        left join lateral (${lineIdSql('$2', { device: 'f.id' })}) k on true left join check_line l on l.tenant_id = $1 and l.id = k.id`,
      values: [tx.tenantId, checkId, text, key, serial, gtins],
    }),
    tx.run({
      text: 'select full_name from location where tenant_id = $1 and qr_token = lower($2) and not is_deleted',
      values: [tx.tenantId, key],
    }),
  ])
  const room = labels.rows[0]
  if (room && cards.rows.length === 0)
    throw rule(`这是房间“${room.full_name}”的标签，不是设备`, `This is the label for the room “${room.full_name}”, not for a device`)
  const deviceId = meantBy(cards.rows.map((row) => ({ id: row.found_id, rank: row.found_rank, exact: row.found_exact })))
  if (deviceId) return { line: cards.rows.find((row) => row.found_id === deviceId && row.id), deviceId }
  const [serials, others] = await Promise.all([
    tx.run({
      // The device identifier of GS1 text tells another maker's number from this one.
      text: `select l.* from check_line l left join device d on d.tenant_id = l.tenant_id and d.id = l.device_id
        where l.tenant_id = $1 and l.check_id = $2 and l.sn_key = $3 and ($4::text[] is null or d.udi_di is null or code_key(d.udi_di) = any($4::text[])) limit 2`,
      values: [tx.tenantId, checkId, serial, gtins],
    }),
    tx.run({
      text: `select * from check_line where tenant_id = $1 and id = (${lineIdSql('$2', { code: '$3' })})`,
      values: [tx.tenantId, checkId, key],
    }),
  ])
  // A serial number is not unique: it says what was seen where one line of the check has it and no card has it as a code.
  const isCode = cards.rows.some((row) => Number(row.found_rank) < 3)
  const [plated] = !isCode && serials.rows.length === 1 ? serials.rows : []
  return plated ? { line: plated, deviceId: (plated.device_id as string | null) ?? undefined } : { line: others.rows[0] }
}

/** What is observed: the line that is named, or that a code means. */
export const find = (tx: Transaction, checkId: unknown, by: { lineId?: string | null; code?: string | null }): Promise<Found> =>
  by.lineId ? named(tx, checkId, by.lineId) : meant(tx, checkId, String(by.code))
