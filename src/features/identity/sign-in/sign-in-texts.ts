/** Texts of the sign-in of both bodies; here and not among the words of the phone, which load first. */
export const signInTexts = {
  hospital: { zh: '医院名称或编号', en: 'Hospital name or number' },
  known: { zh: '本机登录过的医院', en: 'Hospitals on this device' },
  choose: { zh: '选择要登录的医院', en: 'Choose a hospital' },
  forgot: { zh: '忘记密码', en: 'Forgot password' },
  reset: { zh: '用验证码重置密码', en: 'Reset the password with a code' },
  byCode: {
    zh: '可用发送到您邮箱或手机的验证码重置密码；没有登记邮箱或手机号的，请联系本院的系统管理员。',
    en: 'You can reset it with a code that is sent to your e-mail or phone. Without either, ask your hospital’s administrator.',
  },
  ask: {
    zh: '请联系本院的系统管理员（一般在设备科或信息科）重置密码，并用其告知的新密码登录。',
    en: 'Ask your hospital’s administrator, usually in biomedical engineering or IT. They can reset it and give you a new one.',
  },
} as const
