import { processRule } from '../../kit/entity/process-rule.ts'

/** Whether a device may be used, and when it is due, follow its quality controls. */
export const qualityPosting = processRule({
  name: 'qualityPosting',
  zh: '质控结果入账',
  en: 'Quality control posting',
  touches: {
    device: ['placeStop', 'liftStop', 'stopUse', 'resumeUse'],
    deviceStop: ['add', 'change'],
    qualityCard: ['add', 'change'],
  },
})

/** Whether a device may be used follows the recalls that found it. */
export const recallPosting = processRule({
  name: 'recallPosting',
  zh: '厂家召回入账',
  en: 'Recall posting',
  touches: {
    device: ['placeStop', 'liftStop', 'stopUse', 'resumeUse'],
    deviceStop: ['add', 'change'],
    recall: [],
    recallDevice: ['add', 'change', 'end'],
  },
})

/** Whether a device may be used follows its statutory inspections and the calendar. */
export const statutoryPosting = processRule({
  name: 'statutoryPosting',
  zh: '法定检验入账',
  en: 'Statutory inspection posting',
  touches: {
    device: ['placeStop', 'liftStop', 'stopUse', 'resumeUse'],
    deviceStop: ['add', 'change'],
    statutoryCard: ['add', 'change'],
  },
})
