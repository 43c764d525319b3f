import * as calls from '#contract/calls/insight/home.ts'
import type { ServerArea } from '#server/kit/area.ts'
import { answer } from '#server/kit/family.ts'
import { boardAnswers } from './board-answers.ts'
import { homeReaders } from './home-figures.ts'
import { readLayout, saveLayout } from './home-layout.ts'

export const insightServer: ServerArea = {
  name: 'insight',
  answers: [
    ...boardAnswers,
    answer(calls.homeProcessed, { read: homeReaders.processed }),
    answer(calls.homeApply, { read: homeReaders.apply }),
    answer(calls.homeUninspected, { read: homeReaders.uninspected }),
    answer(calls.homeWarnings, { read: homeReaders.warnings }),
    answer(calls.homeHelp, { read: homeReaders.help }),
    answer(calls.homeLayout, { read: readLayout }),
    answer(calls.homeLayoutSave, { write: saveLayout }),
  ],
}
