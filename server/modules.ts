import { measures } from '#contract/registry.ts'
import type { DemoRows } from './db/demo-ground.ts'
import { assetServer } from './features/asset/area.ts'
import { checkServer } from './features/check/area.ts'
import { custodyServer } from './features/custody/area.ts'
import { disposalServer } from './features/disposal/area.ts'
import { flowServer } from './features/flow/area.ts'
import { importServer } from './features/import/area.ts'
import { insightServer } from './features/insight/area.ts'
import { labelServer } from './features/label/area.ts'
import { ledgerServer } from './features/ledger/area.ts'
import { placeServer } from './features/place/area.ts'
import { platformServer } from './features/platform/area.ts'
import { poolServer } from './features/pool/area.ts'
import { serviceServer } from './features/service/area.ts'
import { supplyServer } from './features/supply/area.ts'
import { handIn, type ServerArea } from './kit/area.ts'
import type { Answer } from './kit/family.ts'
import { lineAnswers } from './kit/line-answers.ts'
import { measureAnswers } from './kit/measure-answers.ts'
import { namedListAnswers } from './kit/named-list.ts'

/** The modules, each after those it builds on: the one list of this layer. Loading it also gives entities their hooks and steps their effects. */
export const serverAreas: readonly ServerArea[] = [
  platformServer,
  placeServer,
  assetServer,
  labelServer,
  importServer,
  checkServer,
  serviceServer,
  custodyServer,
  poolServer,
  ledgerServer,
  disposalServer,
  supplyServer,
  flowServer,
  insightServer,
]

handIn(serverAreas)

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
