import { resetCode } from '#contract/calls/identity/forgotten.ts'

/** Texts of a new password by a code, in both bodies; here and not among the words that load first. */
export const forgottenTexts = {
  title: { zh: '用验证码重置密码', en: 'Reset the password with a code' },
  send: { zh: '获取验证码', en: 'Get a code' },
  again: { zh: '重新获取', en: 'Get another code' },
  sent: {
    zh: `如果账号存在并登记了邮箱或手机号，验证码已经发出，${resetCode.minutes} 分钟内有效。没有收到请检查垃圾邮件，或联系系统管理员。`,
    en: `If the account exists and has an e-mail address or phone number, a code is on its way. It is valid for ${resetCode.minutes} minutes. If none arrives, check the spam folder or ask your administrator.`,
  },
  needCode: { zh: `请输入 ${resetCode.digits} 位验证码`, en: `Enter the code of ${resetCode.digits} digits` },
  repeat: { zh: '确认新密码', en: 'Confirm new password' },
  save: { zh: '重置密码', en: 'Reset password' },
  done: { zh: '密码已重置，请用新密码登录', en: 'The password was reset. Sign in with the new one' },
  back: { zh: '返回登录', en: 'Back to sign-in' },
} as const
