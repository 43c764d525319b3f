import { devicePart } from '../entities/asset/parts/device-part.ts'
import type { HomeFacts } from '../kit/entity/home.ts'

/** Stock to order on the first page. */
export const supplyHome: HomeFacts = {
  figures: [
    {
      name: 'supply.reorder',
      of: devicePart,
      page: '/eam/part-reorder',
      kind: 'processed',
      zh: '待采购配件',
      en: 'Parts to order',
      has: ['purchasePlan.submit'],
      where: { reorder: 'due' },
      tone: 'warn',
      hint: { zh: '可用数量不高于最低库存、采购计划也补不足的配件', en: 'Parts at or below their minimum that open plans do not bring' },
    },
  ],
}
