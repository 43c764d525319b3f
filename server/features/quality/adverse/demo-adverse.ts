import { adverseEvent, adverseFlow } from '#contract/entities/quality/adverse-event.ts'
import { dayMs, daysAfter, homeDay } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { DemoGround } from '#server/demo/demo-ground.ts'
import { demoActs } from '#server/kit/demo-acts.ts'

/** The devices that the events are about. */
const devices = ['心电图机', '注射泵', '病人监护仪']

/** A draft, an event that has to be reported tomorrow, and a reported one. */
export async function demoAdverse(tx: Transaction, ground: DemoGround): Promise<void> {
  const { add, go, settle } = demoActs(tx, ground)
  const { rows } = await tx.run({
    text: `select distinct on (device_name) device_name, id from device where tenant_id = $1 and device_name = any($2) and eam_status = 'in_use'
        and filing_status = 'filed' and not is_deleted and coalesce(cardinality(stop_kinds), 0) = 0 order by device_name, device_code desc`,
    values: [tx.tenantId, devices],
  })
  const [first, second, third] = devices.map((name) => rows.find((row) => row.device_name === name)?.id)
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
    description: '注射过程中流速偏差报警未触发，巡视时发现实际流速偏高',
    effect: '及时发现并处理，未造成伤害，若未发现可能导致用药过量',
    useProcess: '按医嘱设定流速后开始注射，约 40 分钟后巡视发现',
    causes: '注射器推杆卡合不到位，疑似传感器漂移',
    actions: '停止使用，更换设备，通知厂家检测',
    stateAfter: 'sealed',
  })
  await go('engineer', adverseFlow, 'send', serious)
  const reported = await add('engineer', adverseEvent, {
    ...{ deviceId: third, harmLevel: 'serious', ...ago(12) },
    description: '报警音量过低，护理人员未能及时听到',
    effect: '处置延迟，经治疗后恢复',
    causes: '报警音量被调至最低，设备未提示',
    actions: '统一设定报警音量下限，组织培训',
    stateAfter: 'inUse',
  })
  await go('engineer', adverseFlow, 'send', reported)
  await go('manager', adverseFlow, 'review', reported, { reviewNote: '资料齐全，同意上报' })
  await go('manager', adverseFlow, 'report', reported, {
    reportedAt: new Date().toISOString(),
    monitorNo: 'YX-2026-000318',
  })
  await settle()
}
