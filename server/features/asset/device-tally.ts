import { device } from '#contract/entities/asset/device.ts'
import type { Tally } from '#server/kit/tally-facts.ts'

/** The counts beside the register. */
export const deviceTally: Tally = {
  of: device,
  table: 'device_count',
  amount: 'original_value',
  by: ['eamStatus', 'filingStatus', 'classify', 'assetsCategory', 'importantClassification', 'riskLevel'],
  together: ['eamStatus', 'filingStatus', 'classify', 'assetsCategory', 'importantClassification', 'riskLevel', 'origin', 'fundSource'],
  filled: true,
}
