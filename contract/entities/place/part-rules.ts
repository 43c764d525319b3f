import { processRule } from '../../kit/entity/process-rule.ts'

/** Reserved pieces follow the order that they are kept for, and parts that are given back return to their stock. */
export const partsFollowing = processRule({
  name: 'partsFollowing',
  zh: '工单配件出入库',
  en: 'Stock follows orders',
  touches: { partReservation: ['change'], devicePart: ['change'] },
})
