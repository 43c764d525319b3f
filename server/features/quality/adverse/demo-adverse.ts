import { adverseEvent, adverseFlow } from '#contract/entities/quality/adverse-event.ts'
import { dayMs, daysAfter, homeDay } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { DemoGround } from '#server/demo/demo-ground.ts'
import { demoCardsOf } from '#server/features/asset/public.ts'
import { demoActs } from '#server/kit/demo-acts.ts'

/** A draft, an event that has to be reported tomorrow, and a reported one. */
export async function demoAdverse(tx: Transaction, ground: DemoGround): Promise<void> {
  const { add, go, settle } = demoActs(tx, ground)
  const [first, second, third] = await demoCardsOf(tx, ground.depts.get('呼吸内科'), 3)
  if (!first || !second || !third) return
  const ago = (days: number) => ({
    eventDay: daysAfter(homeDay(new Date()), -days),
    awareAt: new Date(Date.now() - days * dayMs).toISOString(),
  })
  await add('engineer', adverseEvent, {
    ...{ deviceId: first, harmLevel: 'other', ...ago(1) },
    description: '使用中屏幕间歇性黑屏，数秒后自行恢复，未影响使用',
    actions: '已更换备用设备',
    stateAfter: 'stopped',
  })
  const serious = await add('engineer', adverseEvent, {
    ...{ deviceId: second, harmLevel: 'possiblySerious', ...ago(19) },
    description: '输注过程中流量偏差报警未触发，巡视时发现实际流速偏高',
    effect: '及时发现并处理，未造成伤害，若未发现可能导致用药过量',
    useProcess: '按医嘱设定流速后开始输注，约 40 分钟后巡视发现',
    causes: '管路与泵门卡合不到位，疑似传感器漂移',
    actions: '停止使用，更换设备，通知厂家检测',
    stateAfter: 'sealed',
  })
  await go('engineer', adverseFlow, 'send', serious)
  const reported = await add('engineer', adverseEvent, {
    ...{ deviceId: third, harmLevel: 'serious', ...ago(40) },
    description: '报警音量过低，护理人员未能及时听到',
    effect: '处置延迟，经治疗后恢复',
    causes: '报警音量被调至最低，设备未提示',
    actions: '统一设定报警音量下限，组织培训',
    stateAfter: 'inUse',
  })
  await go('engineer', adverseFlow, 'send', reported)
  await go('manager', adverseFlow, 'review', reported, { reviewNote: '资料齐全，同意上报' })
  await go('manager', adverseFlow, 'report', reported, {
    reportedAt: new Date(Date.now() - 30 * dayMs).toISOString(),
    monitorNo: 'YX-2026-000318',
  })
  await settle()
}
