import { longestPassword } from '../../entities/identity/password-lengths.ts'
import { one, out } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { flag, link, text } from '../../kit/fields/field.ts'
import { freshFactor } from './fresh-factor.ts'

const passkeyRow = {
  id: out.text,
  name: out.text,
  createdAt: out.text,
  usedAt: out.nullable(out.text),
  rpId: out.text,
  /** Its counter went back: there may be a copy, and it is not taken any more. */
  isSuspect: out.boolean,
} as const

/** Whether the person has a second factor, whether they have to, and how many recovery codes and remembered devices are left. */
export const factorState = call('factor.detail', {
  zh: '二次验证',
  en: 'Second factor',
  module: 'identity',
  method: 'GET',
  path: '/blade-user/factor/detail',
  may: 'session',
  answers: one({
    isOn: out.boolean,
    isForced: out.boolean,
    since: out.nullable(out.text),
    /** An authenticator with codes is part of it. */
    hasAuthenticator: out.boolean,
    codesLeft: out.number,
    devices: out.number,
    // A sign-in at a provider a moment ago stands for the password.
    needsPassword: out.boolean,
    /** The host name that new passkeys are for; null where the address that people type allows none. */
    passkeysAt: out.nullable(out.text),
    passkeys: out.list(passkeyRow),
  }),
  input: {},
})
/** Begins a second factor: what an authenticator is told. It counts once a code of it was typed. */
export const factorBegin = call('factor.begin', {
  zh: '开始设置二次验证',
  en: 'Start second factor setup',
  module: 'identity',
  method: 'POST',
  path: '/blade-user/factor/begin',
  may: 'session',
  writes: true,
  changes: [],
  answers: one({ secret: out.text, address: out.text }),
  input: { password: text({ zh: '登录密码', en: 'Password', max: longestPassword }) },
})
/** Turns the second factor on with the first code of the authenticator. Only the answer to the first factor says the recovery codes. */
export const factorConfirm = call('factor.confirm', {
  zh: '启用二次验证',
  en: 'Turn the second factor on',
  module: 'identity',
  method: 'POST',
  path: '/blade-user/factor/confirm',
  may: 'session',
  writes: true,
  changes: [],
  answers: one({ codes: out.list(out.text) }),
  input: { code: text({ zh: '动态验证码', en: 'Verification code', required: true, max: 20 }) },
})
/** Turns one's own second factor off, with password and a fresh factor. Passkeys and remembered devices are forgotten. */
export const factorRemove = call('factor.remove', {
  zh: '关闭二次验证',
  en: 'Turn the second factor off',
  module: 'identity',
  method: 'POST',
  path: '/blade-user/factor/remove',
  may: 'session',
  writes: true,
  changes: [],
  answers: one({ isOn: out.boolean }),
  input: { password: factorBegin.input.password, ...freshFactor },
})
/** Takes the second factor from a person who has lost it; all their sessions end. */
export const factorReset = call('factor.reset', {
  zh: '重置二次验证',
  en: 'Reset the second factor',
  module: 'identity',
  method: 'POST',
  path: '/blade-user/factor/reset',
  may: 'user.reset',
  writes: true,
  changes: ['user'],
  answers: one({ isOn: out.boolean }),
  input: { user: link({ zh: '用户', en: 'User', to: 'user', required: true }) },
})
/** Says that everybody of the tenant has to have a second factor, or no longer. */
export const factorRule = call('factor.rule', {
  zh: '二次验证规则',
  en: 'Second factor rule',
  module: 'identity',
  method: 'POST',
  path: '/blade-user/factor/rule',
  may: 'user.passwordRule',
  writes: true,
  changes: [],
  answers: one({ isForced: out.boolean }),
  input: { isForced: flag({ zh: '全员必须二次验证', en: 'Require a second factor for everyone', required: true }) },
})
