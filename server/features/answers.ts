import './asset/device-hooks.ts'
import './place/location-hooks.ts'
import './platform/custom-field-hooks.ts'
import './platform/dept-hooks.ts'
import './platform/role-hooks.ts'
import './platform/user-hooks.ts'
import './service/repair-hooks.ts'
import './service/repair-steps.ts'
import type { Answer } from '#server/kit/family.ts'
import { deviceAnswers } from './asset/device-answers.ts'
import { deviceCountAnswers } from './asset/device-counts.ts'
import { checkAnswers } from './check/check-answers.ts'
import { importAnswers } from './import/import-answers.ts'
import { labelAnswers } from './label/label-answers.ts'
import { locationAnswers } from './place/location-answers.ts'
import { deptAnswers } from './platform/dept-answers.ts'
import { fieldConfigAnswers } from './platform/field-config-answers.ts'
import { hospitalAnswers } from './platform/hospital-answers.ts'
import { logAnswers } from './platform/log-answers.ts'
import { noticeAnswers } from './platform/notice-answers.ts'
import { ownAnswers } from './platform/own-answers.ts'
import { roleAnswers } from './platform/role-answers.ts'
import { sessionAnswers } from './platform/session-answers.ts'
import { sessionListAnswers } from './platform/session-list.ts'
import { userAnswers } from './platform/user-answers.ts'
import { repairAnswers } from './service/repair-answers.ts'

/** What every area answers; loading it also gives entities their hooks and steps their effects. */
export const answers: readonly Answer[] = [
  ...sessionAnswers,
  ...sessionListAnswers,
  ...ownAnswers,
  ...userAnswers,
  ...roleAnswers,
  ...deptAnswers,
  ...hospitalAnswers,
  ...logAnswers,
  ...fieldConfigAnswers,
  ...deviceAnswers,
  ...deviceCountAnswers,
  ...importAnswers,
  ...labelAnswers,
  ...locationAnswers,
  ...checkAnswers,
  ...repairAnswers,
  ...noticeAnswers,
]
