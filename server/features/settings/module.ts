import type { ServerModule } from '#server/kit/module.ts'
import { dictionaryAnswers } from './dictionary-answers.ts'
import { fieldConfigAnswers } from './field-config-answers.ts'
import { hospitalAnswers } from './hospital-answers.ts'
import { listCountsAnswers } from './list-counts.ts'
import { listSumsAnswers } from './list-sums.ts'
import { menuAnswers } from './menu-answers.ts'
import { regionAnswers } from './region-answers.ts'
import { reportListAnswers } from './report-list.ts'
import { savedFilterAnswers } from './saved-filter-answers.ts'
import { sessionMenuAnswers } from './session-menu.ts'
import { datasourceAnswers } from './tenant-datasource.ts'
import './custom-field-hooks.ts'
import './menu-hooks.ts'
import './param-hooks.ts'

export const settingsServer: ServerModule = {
  name: 'settings',
  answers: [
    ...sessionMenuAnswers,
    ...hospitalAnswers,
    ...dictionaryAnswers,
    ...menuAnswers,
    ...fieldConfigAnswers,
    ...listCountsAnswers,
    ...listSumsAnswers,
    ...savedFilterAnswers,
    ...regionAnswers,
    ...datasourceAnswers,
    ...reportListAnswers,
  ],
}
