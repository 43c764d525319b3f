import { borrowingFlow } from '#contract/entities/pool/borrowing-flow.ts'
import { poolDevice } from '#contract/entities/pool/pool-device.ts'
import { poolWaiting } from '#contract/entities/pool/pool-waiting.ts'
import { sharedBorrowing } from '#contract/entities/pool/shared-borrowing.ts'
import { dayMs } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { DemoGround } from '#server/demo/demo-ground.ts'
import { lentKinds } from '#server/demo/demo-homes.ts'
import { demoCardsOf } from '#server/features/asset/public.ts'
import { demoActs } from '#server/kit/demo-acts.ts'

const hour = 3_600_000
const returned = 14

/** Moves a returned borrowing some days into the past, with the fee of the hours that it then took. */
const shift = (tx: Transaction, id: string, daysAgo: number, hours: number) =>
  tx.run({
    text: `update shared_borrowing set from_time = $3::timestamptz, handed_out_at = $3::timestamptz, to_time = $4::timestamptz, returned_at = $4::timestamptz,
        units = case price_kind when 'hour' then $5::int else ceil($5::numeric / 24)::int end,
        fee = unit_price * case price_kind when 'hour' then $5::int else ceil($5::numeric / 24)::int end where tenant_id = $1 and id = $2`,
    values: [
      tx.tenantId,
      id,
      new Date(Date.now() - daysAgo * dayMs).toISOString(),
      new Date(Date.now() - daysAgo * dayMs + hours * hour).toISOString(),
      hours,
    ],
  })

/** Shared devices of the emergency department with what was, is and will be borrowed, and who waits. */
export async function demoPool(tx: Transaction, ground: DemoGround): Promise<void> {
  const { add, go, settle } = demoActs(tx, ground)
  const cards = await demoCardsOf(tx, ground.depts.get('急诊科'), 5, lentKinds)
  const [inner, icu] = [ground.depts.get('内科')!, ground.depts.get('重症医学科')!]
  for (const [index, deviceId] of cards.entries())
    await add('manager', poolDevice, { deviceId, priceKind: index % 2 ? 'day' : 'hour', unitPrice: index % 2 ? '120.00' : '15.00' })
  const time = (hours: number): string => new Date(Date.now() + hours * hour).toISOString()
  const borrow = (account: string, borrowDeptId: string, deviceId: string | undefined, draft: object) =>
    add(account, sharedBorrowing, { deviceId, borrowDeptId, fromTime: time(0), toTime: time(6), ...draft })
  for (let n = 0; n < returned; n++) {
    const id = await borrow('manager', n % 3 ? inner : icu, cards[n % cards.length], { purpose: '临床使用', handOutNow: 1 })
    await go('manager', borrowingFlow, 'giveBack', id, { condition: 'good' })
    await shift(tx, id, 4 + n * 9, 3 + ((n * 5) % 40))
  }
  await borrow('manager', inner, cards[0], { toTime: time(20), purpose: '夜间备用', handOutNow: 1 })
  await borrow('head', inner, cards[1], { fromTime: time(26), toTime: time(50), purpose: '周转' })
  await borrow('keeper', icu, cards[2], { fromTime: time(3), toTime: time(9), purpose: '床旁治疗' })
  await add('keeper', poolWaiting, { deviceId: cards[0], borrowDeptId: icu, remark: '空闲后请通知' })
  await settle()
}
