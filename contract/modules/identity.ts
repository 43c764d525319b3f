import { deptPlan, deptReorganize } from '../calls/identity/dept.ts'
import * as duties from '../calls/identity/duty.ts'
import * as factors from '../calls/identity/factor.ts'
import { forgotPassword, resetForgotten } from '../calls/identity/forgotten.ts'
import * as identities from '../calls/identity/identity.ts'
import * as passkeys from '../calls/identity/passkey.ts'
import * as registrations from '../calls/identity/registration.ts'
import * as roles from '../calls/identity/role.ts'
import * as session from '../calls/identity/session.ts'
import { logoutByPost } from '../calls/identity/session-post.ts'
import * as users from '../calls/identity/user.ts'
import * as platforms from '../calls/identity/user-platform.ts'
import { dataScope } from '../entities/identity/data-scope.ts'
import { dept } from '../entities/identity/dept.ts'
import { deptImport } from '../entities/identity/dept-import.ts'
import { deptMerging } from '../entities/identity/dept-rules.ts'
import { identityProvider } from '../entities/identity/identity-provider.ts'
import { post } from '../entities/identity/post.ts'
import { registration } from '../entities/identity/registration.ts'
import { role } from '../entities/identity/role.ts'
import { user } from '../entities/identity/user.ts'
import { userImport } from '../entities/identity/user-import.ts'
import { identityHome } from '../home/identity-home.ts'
import { out } from '../kit/entity/answer.ts'
import { comparisons } from '../kit/fields/row-condition.ts'
import { module } from '../kit/module.ts'

/** Sign-in, sessions and second factors; departments, people, roles and what they may. */
export const identityModule = module({
  name: 'identity',
  part: 'platform',
  entities: [dept, role, dataScope, user, post, registration, identityProvider],
  json: {
    'dataScope.conditions': out.list({ field: out.text, is: out.key(comparisons), values: out.list(out.text) }),
  },
  calls: [
    ...Object.values(session),
    logoutByPost,
    ...Object.values(users),
    ...Object.values(roles),
    ...Object.values(duties),
    deptPlan,
    deptReorganize,
    ...Object.values(platforms),
    ...Object.values(registrations),
    ...Object.values(factors),
    ...Object.values(passkeys),
    ...Object.values(identities),
    forgotPassword,
    resetForgotten,
  ],
  rules: [deptMerging],
  topMenus: [{ code: 'platform', zh: '系统', en: 'System', icon: 'setting' }],
  menu: [
    {
      code: 'system',
      zh: '系统管理',
      en: 'Administration',
      path: '/system',
      icon: 'setting',
      tops: ['platform'],
      children: [
        { code: 'dept', zh: '科室', en: 'Departments', path: '/system/dept', icon: 'dept', entity: 'dept' },
        { code: 'user', zh: '用户', en: 'Users', path: '/system/user', icon: 'user', entity: 'user' },
        {
          code: 'registration',
          zh: '注册申请',
          en: 'Registrations',
          path: '/system/registration',
          icon: 'user',
          entity: 'registration',
        },
        { code: 'post', zh: '岗位', en: 'Positions', path: '/system/post', icon: 'user', entity: 'post' },
        { code: 'role', zh: '角色', en: 'Roles', path: '/system/role', icon: 'role', entity: 'role', also: ['dataScope', 'duty'] },
      ],
    },
    {
      under: 'system',
      order: 190,
      code: 'identityProvider',
      zh: '身份源',
      en: 'Identity providers',
      path: '/system/identity-provider',
      icon: 'role',
      entity: 'identityProvider',
    },
  ],
  rights: {
    equipment_manager: ['dept.submit'],
    engineer: ['dept.list', 'user.list'],
    keeper: ['dept.list', 'user.list'],
    head: ['dept.list', 'user.list'],
    warehouse_keeper: ['dept.list', 'user.list'],
    provider_engineer: ['dept.list'],
  },
  secretCalls: [
    'user.submit',
    'user.updatePassword',
    'user.resetPassword',
    'session.forgot',
    'session.resetForgotten',
    'session.lock',
    'session.unlock',
    'factor.begin',
    'factor.confirm',
    'factor.remove',
    'passkey.begin',
    'passkey.submit',
    'passkey.ask',
    'passkey.remove',
    'identityProvider.secret',
  ],
  changesEverything: {
    'session.token': 'another person reads other rows',
    'session.switchRole': 'another role reads other rows and has other rights',
    'session.logout': 'nothing of a person is shown after they leave',
    'session.lock': 'a locked session is answered nothing',
    'session.unlock': 'what was refused while the session was locked is asked again',
    'session.clearCache': 'the server forgets what it remembered of names, rights and settings, of any page',
  },
  imports: { dept: deptImport, user: userImport },
  importCreates: ['dept', 'user'],
  home: identityHome,
})
