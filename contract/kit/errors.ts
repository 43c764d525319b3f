import type { Language, Words } from './words.ts'

/** The closed list of refusals. `{name}` is filled from the parameters of the error. */
export const errors = {
  bad_input: { http: 400, zh: '{problems}', en: '{problems}' },
  bad_request: { http: 400, zh: '请求无法读取，请检查内容后重试', en: 'The request cannot be read. Check it and try again' },
  too_large: { http: 413, zh: '提交的内容过大', en: 'The request is too large' },
  signed_out: { http: 401, zh: '请先登录', en: 'Please sign in' },
  wrong_password: { http: 400, zh: '账号或密码不正确', en: 'Wrong account or password' },
  wrong_old_password: { http: 400, zh: '原密码不正确', en: 'The current password is wrong' },
  first_password_expired: {
    http: 400,
    zh: '初始密码已过期，请联系管理员重新设置',
    en: 'The first password has expired. Ask your administrator for a new one',
  },
  wrong_captcha: { http: 400, zh: '验证码不正确或已过期', en: 'The captcha is wrong or has expired' },
  locked_out: {
    http: 400,
    zh: '密码错误次数过多，请在 {minutes} 分钟后再试',
    en: 'Too many wrong passwords. Try again in {minutes} minutes',
  },
  locked: { http: 403, zh: '屏幕已锁定，请先解锁', en: 'The screen is locked. Unlock it first' },
  must_change: { http: 403, zh: '请先{what}', en: '{what} first' },
  forbidden: {
    http: 403,
    zh: '您没有“{right}”的权限，请联系管理员',
    en: 'You don’t have the permission “{right}”. Ask your administrator',
  },
  cross_site: { http: 403, zh: '请求来源不受信任', en: 'The request source is not trusted' },
  identity_mismatch: { http: 403, zh: '这条记录属于另一个登录身份', en: 'This record belongs to another signed-in person' },
  not_found: {
    http: 404,
    zh: '找不到“{what}”，可能已被删除，或不在您的范围内',
    en: '“{what}” was not found. It may be deleted or outside your scope',
  },
  /** What the person has had and no longer has: says why. */
  withdrawn: { http: 404, zh: '{zh}', en: '{en}' },
  no_such_call: { http: 404, zh: '没有这个接口', en: 'No such API call' },
  stale: {
    http: 409,
    zh: '“{what}”已被{who}在 {when} 修改，请刷新后再试',
    en: '“{what}” was changed by {who} at {when}. Reload it and try again',
  },
  wrong_state: {
    http: 409,
    zh: '当前状态为“{state}”，不能“{step}”；可以“{step}”的状态：{from}',
    en: 'The state is “{state}”, so “{step}” is not possible. Possible from: {from}',
  },
  wrong_before: {
    http: 409,
    zh: '当前状态“{state}”不是由“{before}”造成的，不能“{step}”',
    en: 'The state “{state}” was not made by “{before}”, so “{step}” is not possible',
  },
  closed: { http: 409, zh: '当前状态为“{state}”，不能修改或删除', en: 'In the status “{state}” it cannot be changed or deleted' },
  taken: { http: 409, zh: '{label}“{value}”已存在', en: '{label} “{value}” already exists' },
  in_use: {
    http: 409,
    zh: '“{what}”正被其他记录使用，不能删除{instead}',
    en: '“{what}” is used by other records and cannot be deleted{instead}',
  },
  conflict: { http: 409, zh: '{zh}', en: '{en}' },
  cycle: { http: 409, zh: '不能移动到自己或自己的下级之下', en: 'It cannot be moved below itself' },
  op_in_progress: { http: 409, zh: '同一操作正在处理', en: 'The same operation is already being processed' },
  resync: { http: 410, zh: '本机数据过旧，正在重新下载', en: 'The data on this phone is out of date and is downloading again' },
  op_reused: { http: 422, zh: '同一操作编号带有不同内容', en: 'The same operation ID was sent with different content' },
  op_kind_unknown: { http: 422, zh: '服务器不认识操作“{kind}”', en: 'The server does not know the operation “{kind}”' },
  dep_missing: { http: 424, zh: '所依赖的上传尚未完成', en: 'An upload it depends on is missing' },
  contract_too_old: { http: 426, zh: '应用版本过旧，请更新', en: 'This version of the app is too old. Update it' },
  key_required: { http: 400, zh: '缺少 Idempotency-Key 或格式不正确', en: 'Idempotency-Key is missing or is not a UUID' },
  rule: { http: 400, zh: '{zh}', en: '{en}' },
  /** A warning; the same request succeeds with the warnings of `data.confirm` under `confirmed`. */
  unconfirmed: { http: 409, zh: '{warning}。请确认无误后再保存', en: '{warning}. Confirm that this is right to save it' },
  too_many_requests: { http: 429, zh: '请求过于频繁，请稍后再试', en: 'Too many requests. Try again in a moment' },
  files_waiting: {
    http: 429,
    zh: '您上传后尚未用到记录里的文件已达上限（{files} 个或 {size}），请先提交用到它们的记录；未用到的文件 {days} 天后自动清理',
    en: 'Too many of your uploaded files are on no record yet ({files} or {size}). Submit the records they belong to first; unused files are removed after {days} days',
  },
  busy: { http: 503, zh: '服务器繁忙，请稍后再试', en: 'The server is busy. Try again in a moment' },
  unknown: {
    http: 500,
    zh: '系统出现问题，请把编号 {request} 告诉管理员',
    en: 'Something went wrong. Tell your administrator the number {request}',
  },
} as const satisfies Record<string, Words & { http: number }>

export type ErrorCode = keyof typeof errors
export type ErrorParameters = Readonly<Record<string, string | number | Words>>

/** A refusal with a message for the person. `data` is sent with the answer, such as the current row of a stale one. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly parameters: ErrorParameters
  readonly data: unknown
  constructor(code: ErrorCode, parameters: ErrorParameters = {}, data: unknown = null) {
    super(code)
    this.code = code
    this.parameters = parameters
    this.data = data
  }
  get http(): number {
    return errors[this.code].http
  }
}

/** The message of an error in the person's language. */
export function sentence(code: ErrorCode, parameters: ErrorParameters, language: Language): string {
  return errors[code][language].replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = parameters[name]
    return value === undefined ? whole : typeof value === 'object' ? value[language] : String(value)
  })
}
