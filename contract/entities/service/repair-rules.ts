import { processRule } from '../../kit/entity/process-rule.ts'

/** The state of a card follows its repairs, and who repairs need not see the card. */
export const repairOfCard = processRule({
  name: 'repairOfCard',
  zh: '设备状态随维修变更',
  en: 'Device status from repairs',
  touches: { device: ['breakDown', 'acceptRepair', 'cancelRepair', 'scrapFromRepair', 'applyDisposal'] },
})

/** The open repairs of a device end with its disposal. */
export const repairEnding = processRule({
  name: 'repairEnding',
  zh: '设备报废后结束维修',
  en: 'Ending repairs of disposed devices',
  touches: { repairOrder: ['change'] },
})

/** An engineer who leaves hands open orders over. */
export const orderHandOver = processRule({
  name: 'orderHandOver',
  zh: '维修工单交接',
  en: 'Repair order hand-over',
  touches: { repairOrder: ['change'] },
})

/** Reports by label come from people without an account, and go with time. */
export const labelPosting = processRule({
  name: 'labelPosting',
  zh: '扫码报修单登记',
  en: 'Filing of label reports',
  touches: { labelReport: ['add'] },
})
