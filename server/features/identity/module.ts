import { dataScope } from '#contract/entities/identity/data-scope.ts'
import { dept } from '#contract/entities/identity/dept.ts'
import { user } from '#contract/entities/identity/user.ts'
import type { ServerModule } from '#server/kit/module.ts'
import { factorAnswers } from './factors/factor-answers.ts'
import { passkeyAnswers } from './factors/passkey-answers.ts'
import { identityAnswers } from './federated/identity-provider-hooks.ts'
import { registrationAnswers } from './federated/registration-answers.ts'
import { actingRoleAnswers } from './people/acting-role.ts'
import { deptAnswers } from './people/dept-answers.ts'
import { deptOrderAnswers } from './people/dept-reorganize.ts'
import { dutyAnswers } from './people/duty-answers.ts'
import { ownAnswers } from './people/own-answers.ts'
import { roleAnswers } from './people/role-answers.ts'
import { userAnswers } from './people/user-answers.ts'
import { userPlatformAnswers } from './people/user-platform.ts'
import { lockAnswers } from './sign-in/lock-answers.ts'
import { sessionAnswers } from './sign-in/session-answers.ts'
import { sessionListAnswers } from './sign-in/session-list.ts'
import './people/data-scope-hooks.ts'
import './people/dept-hooks.ts'
import { deptPlaceCheck, rolesCheck } from './people/import-checks.ts'
import './people/post-hooks.ts'
import './people/role-hooks.ts'
import './people/user-hooks.ts'

export const identityServer: ServerModule = {
  name: 'identity',
  answers: [
    ...sessionAnswers,
    ...sessionListAnswers,
    ...lockAnswers,
    ...actingRoleAnswers,
    ...ownAnswers,
    ...userAnswers,
    ...roleAnswers,
    ...dutyAnswers,
    ...deptAnswers,
    ...deptOrderAnswers,
    ...userPlatformAnswers,
    ...registrationAnswers,
    ...factorAnswers,
    ...passkeyAnswers,
    ...identityAnswers,
  ],
  rowChecks: [deptPlaceCheck, rolesCheck],
  deptHoldings: [
    { of: user, field: 'dept', keeps: true },
    { of: dataScope, field: 'depts', keeps: true },
    { of: dept, field: 'mergedInto' },
  ],
}
