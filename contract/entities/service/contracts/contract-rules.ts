import { processRule } from '../../../kit/entity/process-rule.ts'

/** Contracts follow the calendar, take in the new cards of a split, and lose the devices that leave the hospital. */
export const contractKeeping = processRule({
  name: 'contractKeeping',
  zh: '维保合同更新',
  en: 'Service contract upkeep',
  touches: {
    serviceContract: ['lose', 'takeIn', 'expire', 'change'],
    contractInstalment: ['begin', 'drop'],
  },
})

/** A paid invoice pays the instalments that it names. */
export const invoicePosting = processRule({
  name: 'invoicePosting',
  zh: '服务发票入账',
  en: 'Service invoice posting',
  touches: { contractInstalment: ['pay', 'takeBack'] },
})
