import { longestPassword } from '../entities/platform/password-lengths.ts'
import { one, out } from '../kit/answer.ts'
import { call } from '../kit/call.ts'
import { flag, link, text } from '../kit/field.ts'

const code = text({ zh: '动态验证码或恢复码', en: 'Code or recovery code', required: true, max: 20 })

/** Whether the person has a second factor, whether they have to, and how many recovery codes and remembered devices are left. */
export const factorState = call('factor.detail', {
  zh: '二次验证',
  en: 'Second factor',
  area: 'platform',
  method: 'GET',
  path: '/blade-user/factor/detail',
  may: 'session',
  answers: one({
    isOn: out.boolean,
    isForced: out.boolean,
    since: out.nullable(out.text),
    codesLeft: out.number,
    devices: out.number,
    // A sign-in at a provider a moment ago stands for the password.
    needsPassword: out.boolean,
  }),
  input: {},
})
/** Begins a second factor: what an authenticator is told. It counts once a code of it was typed. */
export const factorBegin = call('factor.begin', {
  zh: '开始设置二次验证',
  en: 'Begin a second factor',
  area: 'platform',
  method: 'POST',
  path: '/blade-user/factor/begin',
  may: 'session',
  writes: true,
  changes: [],
  answers: one({ secret: out.text, address: out.text }),
  input: { password: text({ zh: '登录密码', en: 'Password', max: longestPassword }) },
})
/** Turns the second factor on with the first code of the authenticator. Only this answer says the recovery codes. */
export const factorConfirm = call('factor.confirm', {
  zh: '启用二次验证',
  en: 'Turn the second factor on',
  area: 'platform',
  method: 'POST',
  path: '/blade-user/factor/confirm',
  may: 'session',
  writes: true,
  changes: [],
  answers: one({ codes: out.list(out.text) }),
  input: { code: text({ zh: '动态验证码', en: 'Code', required: true, max: 20 }) },
})
/** Turns one's own second factor off, with password and a code. Remembered devices are forgotten. */
export const factorRemove = call('factor.remove', {
  zh: '关闭二次验证',
  en: 'Turn the second factor off',
  area: 'platform',
  method: 'POST',
  path: '/blade-user/factor/remove',
  may: 'session',
  writes: true,
  changes: [],
  answers: one({ isOn: out.boolean }),
  input: { password: factorBegin.input.password, code },
})
/** Takes the second factor from a person who has lost it; all their sessions end. */
export const factorReset = call('factor.reset', {
  zh: '重置二次验证',
  en: 'Reset the second factor',
  area: 'platform',
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
  en: 'Rule of the second factor',
  area: 'platform',
  method: 'POST',
  path: '/blade-user/factor/rule',
  may: 'user.passwordRule',
  writes: true,
  changes: [],
  answers: one({ isForced: out.boolean }),
  input: { isForced: flag({ zh: '全员必须二次验证', en: 'Everybody needs a second factor', required: true }) },
})
