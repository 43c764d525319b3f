import { device } from '#contract/entities/asset/device.ts'
import type { ServerArea } from '#server/kit/area.ts'
import { attachAnswers } from './attach-answers.ts'
import { demoCards } from './demo-cards.ts'
import { demoWarranties } from './demo-warranties.ts'
import { deviceAnswers } from './device-answers.ts'
import { deviceCountAnswers } from './device-counts.ts'
import { deviceTally } from './device-tally.ts'
import { accessoryCheck } from './import-accessories.ts'
import { keptCards } from './kept-cards.ts'
import { tagAnswers } from './tag-answers.ts'
import './attach-hooks.ts'
import './device-hooks.ts'
import './tag-hooks.ts'

export const assetServer: ServerArea = {
  name: 'asset',
  answers: [...deviceAnswers, ...deviceCountAnswers, ...attachAnswers, ...tagAnswers],
  demo: demoCards,
  demoHistory: demoWarranties,
  deptParts: [{ as: 'cards', of: device, by: 'use_dept_id' }],
  openWork: [keptCards],
  tallies: [deviceTally],
  rowChecks: [accessoryCheck],
}
