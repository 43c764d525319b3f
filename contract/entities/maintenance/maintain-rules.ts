import { processRule } from '../../kit/entity/process-rule.ts'

/** Schedules follow their plans, devices and orders; orders are made by the calendar, their checklists follow them. */
export const maintainPosting = processRule({
  name: 'maintainPosting',
  zh: '保养排程',
  en: 'Maintenance scheduling',
  touches: {
    maintainCard: ['add', 'change', 'remove'],
    maintainOrder: ['add', 'change'],
    meterReading: ['add'],
    checklistTask: ['add', 'change'],
    device: ['maintainCancelled'],
  },
})

/** An engineer who leaves hands open maintenance over. */
export const maintainHandOver = processRule({
  name: 'maintainHandOver',
  zh: '保养工单交接',
  en: 'Maintenance order hand-over',
  touches: { maintainOrder: ['change'] },
})

/** Proposals follow scores, plans and what happened to devices. */
export const proposalPosting = processRule({
  name: 'proposalPosting',
  zh: '保养建议计算',
  en: 'Maintenance proposals',
  touches: { riskProposal: ['add', 'change', 'remove'] },
})
