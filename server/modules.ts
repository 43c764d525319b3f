import { measures } from '#contract/registry.ts'
import type { DemoRows } from './demo/demo-ground.ts'
import { assetServer } from './features/asset/module.ts'
import { checkServer } from './features/check/module.ts'
import { checklistServer } from './features/checklist/module.ts'
import { custodyServer } from './features/custody/module.ts'
import { disposalServer } from './features/disposal/module.ts'
import { flowServer } from './features/flow/module.ts'
import { identityServer } from './features/identity/module.ts'
import { importServer } from './features/import/module.ts'
import { insightServer } from './features/insight/module.ts'
import { iotServer } from './features/iot/module.ts'
import { labelServer } from './features/label/module.ts'
import { ledgerServer } from './features/ledger/module.ts'
import { maintenanceServer } from './features/maintenance/module.ts'
import { noticeServer } from './features/notice/module.ts'
import { placeServer } from './features/place/module.ts'
import { poolServer } from './features/pool/module.ts'
import { qualityServer } from './features/quality/module.ts'
import { recordServer } from './features/record/module.ts'
import { serviceServer } from './features/service/module.ts'
import { settingsServer } from './features/settings/module.ts'
import { supplyServer } from './features/supply/module.ts'
import { toolingServer } from './features/tooling/module.ts'
import type { Answer } from './kit/family.ts'
import { lineAnswers } from './kit/lines/line-answers.ts'
import { measureAnswers } from './kit/measures/measure-answers.ts'
import { registerModules, type ServerModule } from './kit/module.ts'
import { namedListAnswers } from './kit/read/named-list.ts'

/** The modules, each after those it builds on: the one list of this layer. Loading it also gives entities their hooks and steps their effects. */
export const serverModules: readonly ServerModule[] = [
  recordServer,
  identityServer,
  settingsServer,
  noticeServer,
  toolingServer,
  placeServer,
  assetServer,
  labelServer,
  importServer,
  checkServer,
  serviceServer,
  maintenanceServer,
  checklistServer,
  qualityServer,
  iotServer,
  custodyServer,
  poolServer,
  ledgerServer,
  disposalServer,
  supplyServer,
  flowServer,
  insightServer,
]

registerModules(serverModules)

/** What every module answers, and what named lists, measures and single lines answer from their facts. */
export const answers: readonly Answer[] = [
  ...serverModules.flatMap((module) => module.answers ?? []),
  ...namedListAnswers(),
  ...measures.flatMap(measureAnswers),
  ...lineAnswers(),
]

/** What happened in the demo hospital before. */
export const demoHistory: readonly DemoRows[] = serverModules.flatMap((module) => (module.demoHistory ? [module.demoHistory] : []))

/** What the modules add to the demo hospital. */
export const demoRows: readonly DemoRows[] = serverModules.flatMap(({ demo }) => (demo ? [demo] : []))
