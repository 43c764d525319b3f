import { deviceStates } from '#contract/entities/asset/device/device-states.ts'
import { openBorrowingStates } from '#contract/entities/pool/borrowing-states.ts'
import { sharedBorrowing } from '#contract/entities/pool/shared-borrowing.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { homeTime } from '#contract/kit/time/moment.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { refuseStopped, stopKindsOf } from '#server/features/asset/public.ts'
import type { Context } from '#server/kit/context.ts'
import { refusalOf } from '#server/kit/refuse.ts'
import { refuseBelowMinimum } from './minimum.ts'

/** What a borrowing takes: a device for a time, ISO moments. `except`: the borrowing itself. */
export interface Claim {
  readonly deviceId: unknown
  readonly borrowDeptId: unknown
  readonly from: string
  readonly to: string
  readonly except?: unknown
}

const dayMs = 86_400_000
const mostDays = 366

/** Refuses a time that ends before it begins, is over, or is too long. */
export function refuseTimes({ from, to }: Pick<Claim, 'from' | 'to'>, now: Date): void {
  const [begin, end] = [Date.parse(from), Date.parse(to)]
  if (end <= begin)
    throw new Refusal('rule', { zh: '计划归还时间必须晚于借用时间', en: 'The return time must be later than the start time' })
  if (end <= now.getTime()) throw new Refusal('rule', { zh: '计划归还时间已过', en: 'The planned return time has passed' })
  if (end - begin > mostDays * dayMs)
    throw new Refusal('rule', { zh: `一次借用不能超过 ${mostDays} 天`, en: `A device can be borrowed for at most ${mostDays} days` })
}

/** The place of a device in the pool, locked: reservations of one device come one after another. Refuses a device that is not shared. */
export async function lockPlace(tx: Transaction, deviceId: unknown): Promise<Row> {
  const { rows } = await tx.run({
    text: 'select * from pool_device where tenant_id = $1 and device_id = $2 and not is_deleted for update',
    values: [tx.tenantId, deviceId],
  })
  if (!rows[0]) throw refusalOf([{ field: 'deviceId', label: sharedBorrowing.fields.device, rule: 'absent' }])
  return rows[0]
}

async function refuseOverlap(tx: Transaction, place: Row, { deviceId, from, to, except }: Claim): Promise<void> {
  const { rows } = await tx.run({
    text: `select b.borrowing_no, b.borrowing_status, b.from_time, b.to_time, p.dept_name from shared_borrowing b
      left join dept p on p.tenant_id = b.tenant_id and p.id = b.borrow_dept_id
      where b.tenant_id = $1 and b.device_id = $2 and b.id is distinct from $5::uuid and b.borrowing_status = any($6::text[]) and not b.is_deleted
        and tstzrange(b.from_time, case when b.borrowing_status = 'lent' then greatest(b.to_time, now()) else b.to_time end, '[)') && tstzrange($3, $4, '[)')
      order by b.from_time limit 1`,
    values: [tx.tenantId, deviceId, from, to, except ?? null, [...openBorrowingStates]],
  })
  const taken = rows[0]
  if (!taken) return
  const [begin, end] = [homeTime(String(taken.from_time)).slice(0, 16), homeTime(String(taken.to_time)).slice(0, 16)]
  throw new Refusal(
    'conflict',
    {
      zh: `“${place.pool_title}”在 ${begin} 至 ${end} 已由${taken.dept_name ?? '其他科室'}占用（${taken.borrowing_no}），请换时间或加入候补`,
      en: `“${place.pool_title}” is taken from ${begin} to ${end} by ${taken.dept_name ?? 'another department'} (${taken.borrowing_no}). Choose another time or join the waiting list`,
    },
    { borrowingNo: taken.borrowing_no, fromTime: taken.from_time, toTime: taken.to_time },
  )
}

const never = new Set(['disposed', 'pending_disposal', 'missing'])

/** Refuses a card whose state or department rules a borrowing out. `card`: the card of the place. */
function refuseCard(card: Row, { borrowDeptId }: Claim): void {
  const state = String(card.eam_status) as keyof typeof deviceStates
  if (never.has(state)) {
    const { zh, en } = deviceStates[state]
    throw new Refusal('rule', { zh: `“${card.device_name}”${zh}，不能借用`, en: `“${card.device_name}” is “${en}” and cannot be borrowed` })
  }
  if (card.use_dept_id === borrowDeptId)
    throw new Refusal('rule', { zh: '设备就在借用科室，不用借', en: 'The device is in the borrowing department already' })
}

/**
 * Takes a device for a time, or refuses with what stands against it. `done`: a hand-out that is over, as a phone recorded it. Answers its place in the pool and
 * its card, both locked.
 */
export async function claim(
  tx: Transaction,
  wanted: Claim,
  lockCard: (id: unknown) => Promise<Row>,
  done?: Context,
): Promise<{ place: Row; card: Row }> {
  const place = await lockPlace(tx, wanted.deviceId)
  const card = await lockCard(wanted.deviceId)
  await refuseStopped(tx, stopKindsOf(card).length > 0 ? [card.id] : [], done)
  refuseCard(card, wanted)
  await refuseOverlap(tx, place, wanted)
  await refuseBelowMinimum(tx, card, wanted)
  return { place, card }
}
