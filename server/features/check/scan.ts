import { v7 } from 'uuid'
import { scan } from '#contract/calls/check/check.ts'
import { checkResults } from '#contract/entities/check/check-results.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { momentOf } from '#contract/kit/time/moment.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { soughtBy } from '#server/features/asset/public.ts'
import type { Context } from '#server/kit/context.ts'
import { bindFiles } from '#server/kit/files/files.ts'
import { refusalOf } from '#server/kit/refuse.ts'
import { decide, type Said } from './deciding.ts'
import { type Found, find, roomOf } from './found.ts'
import { contradicts, openReview, openSurplusReview } from './posting/reviews.ts'
import { deptOfSurplus, surplusLine } from './posting/surplus-line.ts'
import { deptOfCheck, taskFor } from './task.ts'

/** An observation as a counter sends it, read by facts. */
export interface Observed {
  readonly checkId: string
  readonly code?: string | null
  readonly lineId?: string | null
  readonly locationId?: string | null
  readonly way?: string | null
  readonly wrongField?: string | null
  readonly seenValue?: string | null
  readonly reason?: string | null
  readonly photos?: readonly string[] | null
  readonly note?: string | null
  /** What is found is called so, where no card says it. */
  readonly deviceName?: string
}

type Result = keyof typeof checkResults

const resultOf = (line: Row | undefined, seen: Observed): Result => {
  if (!line || line.is_surplus === 1) return 'surplus'
  if (seen.wrongField) return 'mismatch'
  return seen.locationId && line.book_location_id && line.book_location_id !== seen.locationId ? 'misplaced' : 'match'
}

interface Standing {
  readonly found: Found
  readonly line: Row | undefined
  /** The round that the observation belongs to. */
  readonly round: number
  readonly seenAt: Date
  /** Why it decides nothing: its department has ended its count, or it was made in an earlier round. */
  readonly late?: 'ended' | 'earlier'
}

const refuseWrong = (seen: Observed): void => {
  if (!seen.code && !seen.lineId) throw refusalOf([{ field: 'code', label: scan.input.code, rule: 'required' }])
  if (seen.wrongField && !seen.seenValue) throw refusalOf([{ field: 'seenValue', label: scan.input.seenValue, rule: 'required' }])
}

interface Around {
  readonly task: Row
  readonly room: Row | undefined
  readonly seen: Observed
}

/** The department of a line, kept from being submitted, and the line itself, locked after it; no line when it is gone by then. */
async function locked(tx: Transaction, line: Row): Promise<{ dept: Row | undefined; line: Row | undefined }> {
  const [dept, lines] = await Promise.all([
    deptOfCheck(tx, line.check_id, line.dept_id),
    tx.run({ text: 'select * from check_line where tenant_id = $1 and id = $2 for update', values: [tx.tenantId, line.id] }),
  ])
  return { dept, line: lines.rows[0] }
}

/** Whether an observation still counts, and for which round. */
function timely(context: Context, task: Row, dept: Row | undefined): Pick<Standing, 'round' | 'seenAt' | 'late'> {
  const isEarly = context.occurredAt.getTime() < Date.parse(String(dept?.round_at ?? task.started_at))
  const round = Number(dept?.round ?? 1)
  if (isEarly && round > 1) return { round: round - 1, seenAt: context.occurredAt, late: 'earlier' }
  const isEnded = task.check_status === 'closed' || dept?.dept_status !== 'counting'
  // A time before the start of the check means a wrong clock, so the present time is used. A time before a later round belongs to the previous round.
  return { round, seenAt: isEarly ? new Date() : context.occurredAt, late: isEnded ? 'ended' : undefined }
}

/** Where an observation stands: its line, locked, and whether the department still counts. */
async function standing(context: Context, tx: Transaction, first: Found, { task, room, seen }: Around): Promise<Standing> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const found = attempt === 0 ? first : await find(tx, task.id, seen)
    if (found.line) {
      const { dept, line } = await locked(tx, found.line)
      const time = timely(context, task, dept)
      if (line) return { found, line, ...time }
      // A surplus line that was taken back, or a line that a new round dropped, at this moment.
      if (seen.lineId) return { found: { deviceId: found.deviceId }, line: undefined, ...time, late: time.late ?? 'ended' }
      continue
    }
    const dept = task.check_status === 'closed' ? undefined : await deptOfSurplus(context, tx, task, room)
    const time = timely(context, task, dept)
    if (time.late || !dept) return { found, line: undefined, ...time }
    const { code = null, deviceName } = seen
    const line = await surplusLine(context, tx, { task, dept, deviceId: found.deviceId, code, deviceName })
    if ((line.dept_id ?? null) === (dept.dept_id ?? null)) return { found, line, ...time }
  }
  throw new Refusal('busy')
}

/** The check, the room and what was observed, queried together; a person who does not see the check learns nothing else. */
async function around(context: Context, tx: Transaction, seen: Observed, known: Row | undefined) {
  const [asked, room, found] = [
    known ? Promise.resolve(known) : taskFor(context, tx, seen.checkId, { counts: true }),
    roomOf(tx, seen.locationId),
    find(tx, seen.checkId, seen),
  ]
  room.catch(() => {})
  found.catch(() => {})
  const task = await asked
  return { task, room: await room, found: await found }
}

/**
 * Keeps one observation and lets the earliest by corrected time decide its line. Never a conflict; after the department has submitted it is kept as
 * late, decides nothing, and opens a review when it contradicts the result.
 */
export async function observe(asked: Context, tx: Transaction, given: Observed, task?: Row) {
  // The order of observations has a rule of its own, which the numbers of a phone's operations do not bound.
  const context = { ...asked, occurredAt: asked.op?.correctedAt ?? asked.occurredAt }
  const code = given.code ? soughtBy(given.code) : undefined
  // Signs that cannot be seen are no code.
  const seen = { ...given, code: code?.key ? code.text : null }
  refuseWrong(seen)
  const { task: of, room, found: first } = await around(context, tx, seen, task)
  const { found, line, round, seenAt, late } = await standing(context, tx, first, { task: of, room, seen })
  const result = resultOf(line, seen)
  const decides = line !== undefined && !late && (!line.seen_at || seenAt.getTime() < Date.parse(String(line.seen_at)))
  const id = task ? v7() : (context.op?.id ?? v7())
  const said: Said = {
    result,
    location_id: seen.locationId ?? null,
    user_id: context.actor.userId,
    corrected_at: seenAt,
    wrong_field: seen.wrongField ?? null,
    seen_value: seen.wrongField ? seen.seenValue : null,
    reason: seen.reason ?? null,
    photos: seen.photos ?? null,
  }
  await bindFiles(context, tx, { entity: 'checkScan', id }, [{ field: scan.input.photos, to: seen.photos }])
  const before = line ? { ...line } : undefined
  if (decides) {
    if (line.seen_at)
      tx.later({
        text: 'update check_scan set is_deciding = 0 where tenant_id = $1 and line_id = $2 and is_deciding = 1',
        values: [tx.tenantId, line.id],
      })
    decide(context, tx, line, said)
  }
  keep(
    context,
    tx,
    { id, checkId: of.id, line, deviceId: found.deviceId, code: seen.code ?? before?.device_code ?? null, round, late },
    seen,
    said,
    decides,
  )
  if (late === 'ended' && before && contradicts(before, said)) await openReview(context, tx, of, before, { id, ...said })
  if (late === 'ended' && !before && !seen.lineId)
    await openSurplusReview(context, tx, of, { scanId: id, deviceId: found.deviceId, code: seen.code, name: seen.deviceName }, said)
  return {
    id,
    version: 1,
    lineId: line ? String(line.id) : null,
    deviceId: found.deviceId ?? null,
    result,
    resultValue: checkResults[result][context.language],
    lineResult: line ? String(line.result) : result,
    isDeciding: decides ? (1 as const) : (0 as const),
    isLate: late ? (1 as const) : (0 as const),
  }
}

interface Kept {
  readonly id: string
  readonly checkId: unknown
  readonly line: Row | undefined
  readonly deviceId: string | undefined
  readonly code: unknown
  readonly round: number
  readonly late: Standing['late']
}

function keep(context: Context, tx: Transaction, kept: Kept, seen: Observed, said: Said, decides: boolean): void {
  const columns = {
    tenant_id: tx.tenantId,
    id: kept.id,
    check_id: kept.checkId,
    line_id: kept.line?.id ?? null,
    device_id: kept.deviceId ?? null,
    code: kept.code,
    way: seen.way ?? (seen.lineId ? 'list' : 'camera'),
    note: seen.note ?? null,
    ...said,
    is_deciding: decides ? 1 : 0,
    is_late: kept.late ? 1 : 0,
    is_withdrawn: 0,
    round: kept.round,
    occurred_at: context.op ? (momentOf(context.op.deviceTime) ?? null) : said.corrected_at,
    created_by: context.actor.userId,
    updated_by: context.actor.userId,
  }
  tx.later({
    text: `insert into check_scan (${Object.keys(columns).join(', ')}) values (${Object.keys(columns)
      .map((_, index) => `$${index + 1}`)
      .join(', ')})`,
    values: Object.values(columns),
  })
}
