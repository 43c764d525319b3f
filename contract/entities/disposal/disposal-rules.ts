import { processRule } from '../../kit/entity/process-rule.ts'

/** Devices, their depreciation and their place in the shared pool follow a disposal. */
export const disposalPosting = processRule({
  name: 'disposalPosting',
  zh: '处置入账',
  en: 'Disposal posting',
  touches: {
    device: ['applyDisposal', 'rejectDisposal', 'dispose', 'acceptRepair', 'cancelRepair', 'change'],
    deviceDepreciation: ['add', 'change'],
    poolDevice: ['remove'],
  },
})

/** Who leaves hands disposals over. */
export const disposalHandOver = processRule({
  name: 'disposalHandOver',
  zh: '处置申请交接',
  en: 'Disposal hand-over',
  touches: { deviceDisposal: ['change'] },
})
