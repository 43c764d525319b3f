import { longestPassword } from '../../entities/identity/password-lengths.ts'
import { one, out } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { text } from '../../kit/fields/field.ts'
import { token } from './session.ts'

/** Digits of a code, its minutes, and the wrong ones that end it. */
export const resetCode = { digits: 8, minutes: 10, mostWrong: 5 } as const

const { tenantId, tenantName } = token.input
const account = text({ zh: '账号', en: 'Account', required: true, max: 45 })

/** Asks for a code for a new password, by e-mail or text message. The answer is the same for every account. */
export const forgotPassword = call('session.forgot', {
  zh: '获取重置密码的验证码',
  en: 'Get a code for a new password',
  module: 'identity',
  method: 'POST',
  path: '/osm/auth/forgot',
  may: 'public',
  writes: true,
  answers: one({ asked: out.boolean }),
  input: {
    tenantId,
    tenantName,
    account,
    key: text({ zh: '图形验证码编号', en: 'Captcha key', required: true, max: 60 }),
    code: text({ zh: '图形验证码', en: 'Captcha', required: true, max: 20 }),
  },
})
/** Sets a new password with a code that was sent, once; all sessions end. */
export const resetForgotten = call('session.resetForgotten', {
  zh: '用验证码重置密码',
  en: 'Reset the password with a code',
  module: 'identity',
  method: 'POST',
  path: '/osm/auth/reset',
  may: 'public',
  writes: true,
  answers: one({ changed: out.boolean }),
  input: {
    tenantId,
    tenantName,
    account,
    code: text({ zh: '收到的验证码', en: 'Code that you received', required: true, max: 20 }),
    newPassword: text({ zh: '新密码', en: 'New password', required: true, max: longestPassword }),
  },
})
