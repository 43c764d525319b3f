import { text } from '../../kit/fields/field.ts'

/** Characters of what a browser answers for a passkey, as JSON: keys of 4,096 bits and long ids of security keys fit. */
const longestPasskeyAnswer = 8000

/** A second factor that is shown: a code, or what a passkey has answered to what it was asked. */
export const freshFactor = {
  code: text({ zh: '动态验证码或恢复码', en: 'Code or recovery code', max: 20 }),
  passkey: text({ zh: '通行密钥的应答', en: 'Passkey response', max: longestPasskeyAnswer }),
} as const
