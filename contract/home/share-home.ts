import { providerOrder } from '../entities/service/provider-order.ts'
import { serviceOrder } from '../entities/service/service-order.ts'
import type { HomeFigure } from '../kit/entity/home.ts'

const theirs = { of: providerOrder, page: '/eam/provider-order', kind: 'processed', has: ['providerOrder.work'] } as const

/** Shared orders on the first pages of both sides. */
export const shareFigures: readonly HomeFigure[] = [
  {
    name: 'sharing.plans',
    of: serviceOrder,
    page: '/eam/service-order',
    kind: 'processed',
    zh: '待确认的服务方案',
    en: 'Provider plans to confirm',
    has: ['serviceOrder.decide'],
    where: { shareState: 'planned' },
    tone: 'warn',
    hint: { zh: '服务商已报方案和价格，等我院确认', en: 'Providers have sent a plan and a price' },
  },
  {
    ...theirs,
    name: 'sharing.offered',
    zh: '待接的服务工单',
    en: 'Service orders to answer',
    where: { shareState: 'offered' },
    tone: 'bad',
    hint: { zh: '医院已共享，尚未接单', en: 'Shared by hospitals and not answered yet' },
  },
  {
    ...theirs,
    name: 'sharing.open',
    zh: '处理中的服务工单',
    en: 'Service orders in progress',
    where: { shareState: 'accepted,confirmed,working' },
    tone: 'busy',
    hint: { zh: '已接单，等我方报方案、开工或完工', en: 'Taken, and waiting for our plan or our work' },
  },
]
