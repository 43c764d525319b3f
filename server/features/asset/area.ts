import { assetsCard } from '#contract/entities/asset/assets-card.ts'
import { device } from '#contract/entities/asset/device.ts'
import { deviceCardCopy } from '#contract/entities/asset/device-card-copy.ts'
import type { ServerArea } from '#server/kit/area.ts'
import { assetsAnswers } from './assets-answers.ts'
import { attachAnswers } from './attach-answers.ts'
import { batchAnswers } from './batch-answers.ts'
import { cardAnswers } from './card-answers.ts'
import { cardFigureAnswers } from './card-figures.ts'
import { cardOnDayAnswers } from './card-on-day.ts'
import { certificateCheck } from './certificate-check.ts'
import { childAnswers } from './child-answers.ts'
import { demoAssetsCards } from './demo-assets-cards.ts'
import { demoCards } from './demo-cards.ts'
import { demoWarranties } from './demo-warranties.ts'
import { deviceAnswers } from './device-answers.ts'
import { deviceCountAnswers } from './device-counts.ts'
import { deviceTally } from './device-tally.ts'
import { fieldUpdateAnswers } from './field-update-steps.ts'
import { accessoryCheck } from './import-accessories.ts'
import { plausibleCheck } from './import-plausible.ts'
import { keeperCheck } from './keeper-match.ts'
import { keptCards } from './kept-cards.ts'
import { nameAnswers } from './names/name-answers.ts'
import { stopAnswers } from './stop-answers.ts'
import { tagAnswers } from './tag-answers.ts'
import './assets-match.ts'
import './attach-hooks.ts'
import './code-keyword.ts'
import './copy-steps.ts'
import './device-hooks.ts'
import './document-versions.ts'
import './field-update-hooks.ts'
import './names/decide.ts'
import './stop-steps.ts'
import './tag-hooks.ts'

export const assetServer: ServerArea = {
  name: 'asset',
  answers: [
    ...deviceAnswers,
    ...deviceCountAnswers,
    ...attachAnswers,
    ...batchAnswers,
    ...cardAnswers,
    ...cardFigureAnswers,
    ...cardOnDayAnswers,
    ...childAnswers,
    ...assetsAnswers,
    ...fieldUpdateAnswers,
    ...tagAnswers,
    ...stopAnswers,
    ...nameAnswers,
  ],
  demo: demoCards,
  demoHistory: async (tx, ground) => {
    await demoWarranties(tx, ground)
    await demoAssetsCards(tx, ground)
  },
  deptParts: [{ as: 'cards', of: device, by: 'use_dept_id' }],
  deptHoldings: [
    { of: device, field: 'useDept', keeps: true },
    { of: device, field: 'manageDept', keeps: true },
    { of: device, field: 'borrowDept', keeps: true },
    { of: assetsCard, field: 'dept' },
    { of: deviceCardCopy, field: 'useDept' },
  ],
  openWork: [keptCards],
  tallies: [deviceTally],
  rowChecks: [accessoryCheck, keeperCheck, plausibleCheck, certificateCheck],
}
