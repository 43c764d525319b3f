import { assetsCard } from '#contract/entities/asset/assets-card.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { deviceCardCopy } from '#contract/entities/asset/device/device-card-copy.ts'
import { deviceDraft } from '#contract/entities/asset/drafts/device-draft.ts'
import { deviceSet } from '#contract/entities/asset/sets/device-set.ts'
import type { ServerModule } from '#server/kit/module.ts'
import { assetsAnswers } from './assets-answers.ts'
import { attachAnswers } from './cards/attach-answers.ts'
import { batchAnswers } from './cards/batch-answers.ts'
import { cardAnswers } from './cards/card-answers.ts'
import { cardFigureAnswers } from './cards/card-figures.ts'
import { cardOnDayAnswers } from './cards/card-on-day.ts'
import { childAnswers } from './cards/child-answers.ts'
import { deviceAnswers } from './cards/device-answers.ts'
import { deviceCountAnswers } from './cards/device-counts.ts'
import { deviceTally } from './cards/device-tally.ts'
import { deviceUpdateAnswers } from './cards/device-updates.ts'
import { fieldUpdateAnswers } from './cards/field-update-steps.ts'
import { keeperCheck } from './cards/keeper-match.ts'
import { keptCards } from './cards/kept-cards.ts'
import { ownershipCheck } from './cards/ownership-hooks.ts'
import { demoActives } from './demo/demo-actives.ts'
import { demoAssetsCards } from './demo/demo-assets-cards.ts'
import { demoCards } from './demo/demo-cards.ts'
import { demoDrafts } from './demo/demo-drafts.ts'
import { demoPapers } from './demo/demo-papers.ts'
import { demoPhotos } from './demo/demo-photos.ts'
import { demoSets } from './demo/demo-sets.ts'
import { demoWarranties } from './demo/demo-warranties.ts'
import { draftAnswers } from './drafts/draft-answers.ts'
import { accessoryCheck } from './import-accessories.ts'
import { plausibleCheck } from './import-plausible.ts'
import { nameAnswers } from './names/name-answers.ts'
import { tellOwnershipEnds } from './ownership-job.ts'
import { certificateCheck } from './stops/certificate-check.ts'
import { stopAnswers } from './stops/stop-answers.ts'
import { tagAnswers } from './tags/tag-answers.ts'
import './assets-match.ts'
import './cards/active-steps.ts'
import './cards/attach-hooks.ts'
import './code-keyword.ts'
import './cards/copy-steps.ts'
import './cards/device-hooks.ts'
import './cards/document-versions.ts'
import './cards/field-update-hooks.ts'
import './drafts/draft-hooks.ts'
import './drafts/draft-steps.ts'
import './names/decide.ts'
import './sets/set-hooks.ts'
import './stops/stop-steps.ts'
import './tags/tag-hooks.ts'

export const assetServer: ServerModule = {
  name: 'asset',
  answers: [
    ...deviceAnswers,
    ...deviceCountAnswers,
    ...deviceUpdateAnswers,
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
    ...draftAnswers,
  ],
  demo: demoCards,
  demoHistory: async (tx, ground) => {
    await demoWarranties(tx, ground)
    await demoAssetsCards(tx, ground)
    await demoActives(tx, ground)
    await demoDrafts(tx, ground)
    await demoPapers(tx, ground)
    await demoPhotos(tx, ground)
    await demoSets(tx, ground)
  },
  deptParts: [{ as: 'cards', of: device, by: 'use_dept_id' }],
  deptHoldings: [
    { of: device, field: 'useDept', keeps: true },
    { of: device, field: 'manageDept', keeps: true },
    { of: device, field: 'borrowDept', keeps: true },
    { of: assetsCard, field: 'dept' },
    { of: deviceCardCopy, field: 'useDept' },
    { of: deviceDraft, field: 'useDept' },
    { of: deviceSet, field: 'dept' },
  ],
  openWork: [keptCards],
  tallies: [deviceTally],
  rowChecks: [accessoryCheck, keeperCheck, plausibleCheck, certificateCheck, ownershipCheck],
  jobs: [tellOwnershipEnds],
}
