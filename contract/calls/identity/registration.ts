import { longestPassword } from '../../entities/identity/password-lengths.ts'
import { registration } from '../../entities/identity/registration.ts'
import { one, out, saved } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { link, text } from '../../kit/fields/field.ts'

const { account, realName } = registration.fields
const asked = link({ zh: registration.zh, en: registration.en, to: 'registration', required: true })

/** Asks for an account in a tenant that takes registrations. What is missing is said in this order. */
export const registerGuest = call('registration.add', {
  zh: '账号注册',
  en: 'Register an account',
  module: 'identity',
  method: 'POST',
  path: ['/blade-user/register-guest', '/blade-system/user/register-guest'],
  may: 'public',
  writes: true,
  answers: one({ registered: out.boolean }),
  input: {
    tenantId: text({ zh: '租户编号', en: 'Tenant', max: 12 }),
    name: text({ zh: realName.zh, en: realName.en, max: realName.max }),
    account: text({ zh: account.zh, en: account.en, max: account.max }),
    password: text({ zh: '密码', en: 'Password', max: longestPassword }),
    password2: text({ zh: '确认密码', en: 'Confirm password', max: longestPassword }),
  },
})
/** Asks for an account with what a provider has said of the person: `ticket` stands for that, for ten minutes and one registration. */
export const registerFederated = call('registration.addFederated', {
  zh: '统一登录后申请账号',
  en: 'Request an account after single sign-on',
  module: 'identity',
  method: 'POST',
  path: '/osm/auth/federated/register',
  may: 'public',
  writes: true,
  answers: one({ registered: out.boolean }),
  input: {
    tenantId: text({ zh: '租户编号', en: 'Tenant', required: true, max: 12, pattern: '^[0-9A-Za-z]+$' }),
    ticket: text({ zh: '凭据', en: 'Ticket', required: true, max: 60 }),
    account: text({ zh: account.zh, en: account.en, required: true, max: account.max }),
    name: text({ zh: realName.zh, en: realName.en, max: realName.max }),
  },
})
/** Makes the account with the password that the person chose. */
export const approveRegistration = call('registration.approve', {
  zh: '通过注册申请',
  en: 'Approve a registration',
  module: 'identity',
  method: 'POST',
  path: '/blade-user/registration/approve',
  may: 'registration.decide',
  writes: true,
  answers: one(saved),
  input: {
    registration: asked,
    role: link({ zh: '角色', en: 'Role', to: 'role', required: true }),
    dept: link({ zh: '所属科室', en: 'Department', to: 'dept' }),
  },
})
export const refuseRegistration = call('registration.refuse', {
  zh: '不通过注册申请',
  en: 'Refuse a registration',
  module: 'identity',
  method: 'POST',
  path: '/blade-user/registration/refuse',
  may: 'registration.decide',
  writes: true,
  answers: one(saved),
  input: { registration: asked },
})
