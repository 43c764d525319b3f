import { contractNotices } from './contracts/contract-notices.ts'
import { labelNotices } from './label/label-notices.ts'
import { metrologyNotices } from './metrology-notices.ts'
import { onCallNotices } from './oncall/on-call-notices.ts'
import { repairNotices } from './repair-notices.ts'
import { shareNotices } from './share-notices.ts'

/** The notices of repairs, metrology, sharing, contracts and time on call. */
export const serviceNotices = {
  kinds: {
    ...repairNotices.kinds,
    ...labelNotices.kinds,
    ...metrologyNotices.kinds,
    ...shareNotices.kinds,
    ...contractNotices.kinds,
    ...onCallNotices.kinds,
  },
  targets: {
    ...repairNotices.targets,
    ...labelNotices.targets,
    ...metrologyNotices.targets,
    ...shareNotices.targets,
    ...contractNotices.targets,
    ...onCallNotices.targets,
  },
}
