import { applyFlow } from '#contract/entities/custody/apply-flow.ts'
import { deviceApply } from '#contract/entities/custody/device-apply.ts'
import { deviceUseMachine } from '#contract/entities/custody/device-use-machine.ts'
import { useAuthorisation } from '#contract/entities/custody/use-authorisation.ts'
import { dayMs, homeDay } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { DemoGround } from '#server/demo/demo-ground.ts'
import { lentKinds } from '#server/demo/demo-homes.ts'
import { demoCardsOf } from '#server/features/asset/public.ts'
import { demoActs } from '#server/kit/demo-acts.ts'

type Act = readonly [who: string, step: string, input?: Readonly<Record<string, unknown>>]

const handOut: Act = ['keeper', 'handOut']
const received: readonly Act[] = [handOut, ['head', 'confirm']]

/** Applications of 内科 for devices of the intensive care: kind, reason, hand-over so far, days ago that it began, days until it is due. */
const made: readonly { kind: string; reason: string; acts?: readonly Act[]; ago?: number; due?: number }[] = [
  { kind: 'borrow', reason: '夜间抢救，本科室设备不足', acts: received, ago: 6, due: -2 },
  { kind: 'borrow', reason: '患者转运途中使用', acts: received, ago: 1, due: 2 },
  {
    kind: 'borrow',
    reason: '病区设备送检期间周转',
    acts: [...received, ['head', 'giveBack', { note: '已清洁消毒' }], ['keeper', 'takeBack', { condition: 'good' }]],
    ago: 20,
    due: -12,
  },
  { kind: 'borrow', reason: '新收重症患者', acts: [...received, ['head', 'giveBack']], ago: 4, due: 1 },
  { kind: 'borrow', reason: '节假日备用', acts: [handOut], ago: 0.125, due: 3 },
  { kind: 'allot', reason: '床位调整，设备随病区划转', acts: [] },
]

/** Who was trained for devices of which class, that their departments use: days ago, and days until the authorisation ends. */
const trained = [
  ['head', '08', 300, 65],
  ['keeper', '08', 345, 20],
  ['keeper', '14', 30, 335],
] as const

/** Moves the times of a loan into the past, in the titles that say them, too. */
async function shift(tx: Transaction, applyId: string, ago: number, due: number): Promise<void> {
  const at = (days: number): string => new Date(Date.now() + days * dayMs).toISOString()
  const [began, ends] = [at(-ago), at(due)]
  await tx.run({
    text: `update device_apply set borrow_time = $3, return_time = $4, submitted_at = $3, decided_at = $3::timestamptz + interval '40 minutes' where tenant_id = $1 and id = $2`,
    values: [tx.tenantId, applyId, began, ends],
  })
  const until = [tx.tenantId, applyId, ` 至 ${homeDay(new Date(ends)).slice(5)}`]
  await tx.run({
    text: `update device_apply set apply_title = regexp_replace(apply_title, ' 至 [0-9-]+$', $3) where tenant_id = $1 and id = $2`,
    values: until,
  })
  await tx.run({
    text: `update flow_instance set instance_title = regexp_replace(instance_title, ' 至 [0-9-]+$', $3) where tenant_id = $1 and document_id = $2`,
    values: until,
  })
  await tx.run({
    text: `update device_use set borrow_time = $3::timestamptz, return_time = $4::timestamptz, handed_at = $3::timestamptz + interval '1 hour',
        received_at = case when received_at is not null then $3::timestamptz + interval '1 hour' end,
        given_back_at = case when given_back_at is not null then least($4::timestamptz, now()) - interval '2 hours' end,
        actual_return_time = case when actual_return_time is not null then least($4::timestamptz, now()) - interval '1 hour' end,
        overdue_days = case when status in ('received', 'returning') and $4::timestamptz < now() then ceil(extract(epoch from now() - $4::timestamptz) / 86400)::int end
      where tenant_id = $1 and apply_id = $2`,
    values: [tx.tenantId, applyId, began, ends],
  })
}

/** Loans and transfers in every stage: overdue, due soon, given back, on their way, waiting for approval, refused. */
export async function demoLoans(tx: Transaction, ground: DemoGround): Promise<void> {
  const { add, go, settle } = demoActs(tx, ground)
  const [deptId, lender] = [ground.depts.get('内科')!, ground.depts.get('重症医学科')]
  const cards = await demoCardsOf(tx, lender, made.length + 1, lentKinds)
  // The titles are those that the program makes.
  const asked = (kind: string, reason: string, deviceId: string | undefined) => ({
    type: kind,
    deptId,
    useDeptId: deptId,
    reason,
    ...(kind === 'borrow'
      ? { borrowTime: new Date().toISOString(), returnTime: new Date(Date.now() + 3 * dayMs).toISOString() }
      : { keeperId: ground.users.get('head') }),
    lines: [{ deviceId }],
  })
  for (const [index, { kind, reason, acts, ago = 0, due = 3 }] of made.entries()) {
    const id = await add('head', deviceApply, asked(kind, reason, cards[index]))
    await go('head', applyFlow, 'eventSubmit', id)
    await go('manager', applyFlow, 'approve', id, { opinion: '同意' })
    const { rows } = await tx.run({ text: 'select id from device_use where tenant_id = $1 and apply_id = $2', values: [tx.tenantId, id] })
    for (const [who, step, input] of acts ?? []) await go(who, deviceUseMachine, step, String(rows[0]!.id), input)
    if (kind === 'borrow') await shift(tx, id, ago, due)
  }
  const last = cards[made.length]
  const refused = await add('head', deviceApply, asked('allot', '备用', last))
  await go('head', applyFlow, 'eventSubmit', refused)
  await go('manager', applyFlow, 'reject', refused, { opinion: '该设备为抢救备用，不能调出' })
  const waiting = await add('head', deviceApply, asked('borrow', '周末备用', last))
  await go('head', applyFlow, 'eventSubmit', waiting)
  const bought = { type: 'purchase', deptId, reason: '现有输液泵超过使用年限' }
  await add('head', deviceApply, { ...bought, lines: [{ itemName: '输液泵', deviceModel: 'SN-50', quantity: 4, unitPrice: '8600.00' }] })
  const { rows: classes } = await tx.run({
    text: 'select id, class_code from device_class where tenant_id = $1 and not is_deleted',
    values: [tx.tenantId],
  })
  const day = (days: number): string => homeDay(new Date(Date.now() + days * dayMs))
  for (const [person, code, trainedAgo, endsIn] of trained) {
    const deviceClassId = classes.find((one) => one.class_code === code)?.id
    if (deviceClassId)
      await add('manager', useAuthorisation, {
        ...{ personId: ground.users.get(person), deviceClassId, trainer: '厂家培训工程师', trainingHours: 4 },
        ...{ trainedOn: day(-trainedAgo), validFrom: day(-trainedAgo), validUntil: day(endsIn) },
      })
  }
  await settle()
}
