import type { ServerArea } from '#server/kit/area.ts'
import { deptAnswers } from './dept-answers.ts'
import { fieldConfigAnswers } from './field-config-answers.ts'
import { hospitalAnswers } from './hospital-answers.ts'
import { logAnswers } from './log-answers.ts'
import { menuAnswers } from './menu-hooks.ts'
import { noticeAnswers } from './notice-answers.ts'
import { ownAnswers } from './own-answers.ts'
import { roleAnswers } from './role-answers.ts'
import { sessionAnswers } from './session-answers.ts'
import { sessionListAnswers } from './session-list.ts'
import { userAnswers } from './user-answers.ts'
import './custom-field-hooks.ts'
import './data-scope-hooks.ts'
import './dept-hooks.ts'
import './role-hooks.ts'
import './user-hooks.ts'

export const platformServer: ServerArea = {
  name: 'platform',
  answers: [
    ...sessionAnswers,
    ...sessionListAnswers,
    ...ownAnswers,
    ...userAnswers,
    ...roleAnswers,
    ...deptAnswers,
    ...hospitalAnswers,
    ...logAnswers,
    ...menuAnswers,
    ...fieldConfigAnswers,
    ...noticeAnswers,
  ],
}
