import { processRule } from '../../kit/process-rule.ts'

/** Devices, their depreciation and their place in the shared pool follow a disposal. */
export const disposalPosting = processRule({
  name: 'disposalPosting',
  zh: '处置入账',
  en: 'Posting of a disposal',
  touches: {
    device: ['applyDisposal', 'rejectDisposal', 'dispose', 'acceptRepair', 'cancelRepair', 'change'],
    deviceDepreciation: ['add', 'change'],
    poolDevice: ['remove'],
  },
})
