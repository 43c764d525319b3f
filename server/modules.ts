import { measures } from '#contract/registry.ts'
import type { DemoRows } from './demo/demo-ground.ts'
import { assetServer } from './features/asset/area.ts'
import { checkServer } from './features/check/area.ts'
import { checklistServer } from './features/checklist/area.ts'
import { custodyServer } from './features/custody/area.ts'
import { disposalServer } from './features/disposal/area.ts'
import { flowServer } from './features/flow/area.ts'
import { identityServer } from './features/identity/area.ts'
import { importServer } from './features/import/area.ts'
import { insightServer } from './features/insight/area.ts'
import { iotServer } from './features/iot/area.ts'
import { labelServer } from './features/label/area.ts'
import { ledgerServer } from './features/ledger/area.ts'
import { maintenanceServer } from './features/maintenance/area.ts'
import { noticeServer } from './features/notice/area.ts'
import { placeServer } from './features/place/area.ts'
import { poolServer } from './features/pool/area.ts'
import { qualityServer } from './features/quality/area.ts'
import { recordServer } from './features/record/area.ts'
import { serviceServer } from './features/service/area.ts'
import { settingsServer } from './features/settings/area.ts'
import { supplyServer } from './features/supply/area.ts'
import { toolingServer } from './features/tooling/area.ts'
import { registerModules, type ServerArea } from './kit/area.ts'
import type { Answer } from './kit/family.ts'
import { lineAnswers } from './kit/lines/line-answers.ts'
import { measureAnswers } from './kit/measures/measure-answers.ts'
import { namedListAnswers } from './kit/read/named-list.ts'

/** The modules, each after those it builds on: the one list of this layer. Loading it also gives entities their hooks and steps their effects. */
export const serverAreas: readonly ServerArea[] = [
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

registerModules(serverAreas)

/** What every module answers, and what named lists, measures and single lines answer from their facts. */
export const answers: readonly Answer[] = [
  ...serverAreas.flatMap((area) => area.answers ?? []),
  ...namedListAnswers(),
  ...measures.flatMap(measureAnswers),
  ...lineAnswers(),
]

/** What happened in the demo hospital before. */
export const demoHistory: readonly DemoRows[] = serverAreas.flatMap((area) => (area.demoHistory ? [area.demoHistory] : []))

/** What the modules add to the demo hospital. */
export const demoRows: readonly DemoRows[] = serverAreas.flatMap(({ demo }) => (demo ? [demo] : []))
