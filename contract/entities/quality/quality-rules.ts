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
