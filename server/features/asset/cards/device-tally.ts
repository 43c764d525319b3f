import { device } from '#contract/entities/asset/device/device.ts'
import { deviceCards } from '#contract/measures/device-cards.ts'
import type { Tally } from '#server/kit/counts/tally-facts.ts'

const together = [
  'eamStatus',
  'filingStatus',
  'classify',
  'assetsCategory',
  'importantClassification',
  'riskLevel',
  'origin',
  'fundSource',
  'ownership',
]

/** The counts beside the register. */
export const deviceTally: Tally = {
  of: device,
  table: 'device_count',
  amount: 'originalValue',
  by: ['eamStatus', 'filingStatus', 'classify', 'assetsCategory', 'importantClassification', 'riskLevel'],
  together,
  filled: true,
  few: ['parent', 'isShared', 'isMarked'],
  crossed: { told: 'eamStatus', by: Object.values(deviceCards.groups).filter(({ by }) => by !== 'useDept' && !together.includes(by)) },
}
