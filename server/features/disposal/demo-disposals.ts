import { deviceDisposal } from '#contract/entities/disposal/device-disposal.ts'
import { disposalFlow } from '#contract/entities/disposal/disposal-flow.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { DemoGround } from '#server/demo/demo-ground.ts'
import { demoCardsOf } from '#server/features/asset/public.ts'
import { demoActs } from '#server/kit/demo-acts.ts'

type Act = readonly [who: string, step: string, input?: Readonly<Record<string, unknown>>]

const today = homeDay(new Date())
const declared: readonly Act[] = [['keeper', 'declare']]
const appraised: readonly Act[] = [...declared, ['engineer', 'appraise', { appraisal: '主板老化，维修费用超过残值，建议报废' }]]
const decided: readonly Act[] = [...appraised, ['manager', 'decideYes', { opinion: '同意处置' }]]
const approved: readonly Act[] = [...decided, ['manager', 'agree', { opinion: '同意' }]]
const executed: readonly Act[] = [
  ...approved,
  ['manager', 'execute', { executedAt: today, receiver: '江城再生资源公司', proceeds: '1200.00', costs: '150.00' }],
]

/** Disposals of the intensive care: kind, reason, how many devices, and the acts so far. */
const made: readonly { kind: string; reason: string; detail: string; count: number; acts: readonly Act[] }[] = [
  { kind: 'scrap', reason: 'aged', detail: '已达使用年限，频繁故障', count: 2, acts: executed },
  { kind: 'scrap', reason: 'unrepairable', detail: '主板损坏，无配件', count: 1, acts: approved },
  { kind: 'donate', reason: 'obsolete', detail: '型号淘汰，拟捐赠社区卫生服务中心', count: 2, acts: decided },
  { kind: 'scrap', reason: 'uneconomic', detail: '维修费用超过净值', count: 1, acts: appraised },
  { kind: 'sell', reason: 'surplus', detail: '长期闲置', count: 1, acts: declared },
  { kind: 'scrap', reason: 'unsafe', detail: '漏电检测不合格', count: 1, acts: [] },
]

/** What has a main board to grow old, by common name. */
const electronic = ['多参数监护仪', '有创呼吸机', '容量输液泵', '微量注射泵', '除颤仪', '血气分析仪']

/** Disposals in every stage, from the draft to the execution. */
export async function demoDisposals(tx: Transaction, ground: DemoGround): Promise<void> {
  const { add, go, settle } = demoActs(tx, ground)
  const useDeptId = ground.depts.get('重症医学科')
  const cards = await demoCardsOf(tx, useDeptId, 20, electronic)
  for (const { kind, reason, detail, count, acts } of made) {
    const lines = cards.splice(0, count).map((deviceId) => ({ deviceId, approvePrice: '600.00' }))
    const id = await add('keeper', deviceDisposal, { disposalType: kind, declareReasons: reason, reasonDetail: detail, useDeptId, lines })
    for (const [who, step, input] of acts) await go(who, disposalFlow, step, id, input)
  }
  await settle()
}
