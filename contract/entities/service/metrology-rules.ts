import { processRule } from '../../kit/entity/process-rule.ts'

/** What metrology knows of a device, and whether it may be used, follow its certificates and the calendar. */
export const metrologyPosting = processRule({
  name: 'measurePosting',
  zh: '计量结果入账',
  en: 'Metrology posting',
  touches: {
    device: ['placeStop', 'liftStop', 'stopUse', 'resumeUse'],
    deviceStop: ['add', 'change'],
    measureCard: ['add', 'change', 'remove'],
  },
})
