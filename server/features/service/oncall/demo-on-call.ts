import { onCallRota } from '#contract/entities/service/oncall/on-call-rota.ts'
import { onCallShift } from '#contract/entities/service/oncall/on-call-shift.ts'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { DemoGround } from '#server/demo/demo-ground.ts'
import { demoActs } from '#server/kit/demo-acts.ts'

/** A rota of one department with a week of nights, so that the rest of the hospital is as without rotas. */
export async function demoOnCall(tx: Transaction, ground: DemoGround): Promise<void> {
  const { add, settle } = demoActs(tx, ground)
  const [engineer, manager] = [ground.users.get('engineer'), ground.users.get('manager')]
  const rotaId = await add('manager', onCallRota, {
    ...{ rotaName: '血透设备值班', depts: [ground.depts.get('血液透析中心')], escalateMinutes: 15, leaderId: manager },
    remark: '下班后与节假日的紧急报修',
  })
  // No one is on call on Sundays: the leader is called then.
  for (const weekday of ['1', '2', '3', '4', '5', '6'])
    await add('manager', onCallShift, {
      ...{ rotaId, shiftKind: 'weekly', weekday, fromTime: '17:30', toTime: '08:00' },
      ...{ validFrom: daysAfter(homeDay(new Date()), -30), personId: engineer, backupId: manager },
    })
  await settle()
}
