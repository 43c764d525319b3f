import { documentShortest, longestPassword } from './entities/identity/password-lengths.ts'
import type { Words } from './kit/words.ts'

const lower = /\p{Ll}/u
const upper = /\p{Lu}/u
const digit = /\d/

/** The required kinds of characters in a password; forms show it beside the field. */
export const passwordMix: Words = {
  zh: '大写字母、小写字母和数字，至少混用两种',
  en: 'Mix at least two of uppercase letters, lowercase letters and digits',
}

/**
 * The reason why a password is not allowed; undefined if it is. The only place of this rule, for forms and server. `shortest`: the tenant's
 * minimum length.
 */
export function passwordProblem(value: string, shortest: number = documentShortest): Words | undefined {
  if (value === '') return { zh: '请输入密码', en: 'Enter a password' }
  if ([...value].length < shortest) return { zh: `密码长度不能少于${shortest}位`, en: `A password needs at least ${shortest} characters` }
  if (value.length > longestPassword)
    return { zh: `密码长度不能超过${longestPassword}位`, en: `A password can have at most ${longestPassword} characters` }
  // Lower case, upper case and digits together already mix two kinds, so symbols need no rule of their own.
  const pairs = [lower, upper, digit].filter((kind) => kind.test(value)).length
  return pairs < 2 ? { zh: '密码较弱', en: 'The password is weak' } : undefined
}

/** The fields for changing one's own password, in the order of the form. */
export const passwordParts = ['oldPassword', 'newPassword', 'newPassword1'] as const

export type PasswordChange = { readonly [part in (typeof passwordParts)[number]]: string }

function newProblem({ oldPassword, newPassword }: PasswordChange, shortest: number): Words | undefined {
  if (newPassword === '') return { zh: '新密码不能为空', en: 'Enter the new password' }
  const weak = passwordProblem(newPassword, shortest)
  if (weak) return weak
  return newPassword === oldPassword ? { zh: '新密码不能与原密码相同', en: 'The new password must differ from the current one' } : undefined
}

function repeatProblem({ newPassword, newPassword1 }: PasswordChange): Words | undefined {
  if (newPassword1 === '') return { zh: '确认密码不能为空', en: 'Enter the new password again' }
  return newPassword1 === newPassword ? undefined : { zh: '两次密码输入不一致', en: 'The two new passwords differ' }
}

/** The first problem of each field when changing one's own password; a valid field is absent. */
export function changeProblems(
  change: PasswordChange,
  shortest: number = documentShortest,
): { readonly [part in keyof PasswordChange]?: Words } {
  const oldPassword = change.oldPassword === '' ? { zh: '原密码不能为空', en: 'Enter the current password' } : undefined
  const newPassword = newProblem(change, shortest)
  const newPassword1 = repeatProblem(change)
  return { ...(oldPassword && { oldPassword }), ...(newPassword && { newPassword }), ...(newPassword1 && { newPassword1 }) }
}

/** The reason why a text is not a person's phone number; undefined if it is one. */
export function phoneProblem(value: string): Words | undefined {
  if (value === '') return { zh: '手机号码不能为空', en: 'Enter the phone number' }
  if (value.length !== 11) return { zh: '手机号码长度不为11位', en: 'A phone number has 11 digits' }
  return /^\d+$/.test(value) ? undefined : { zh: '手机号码只能是数字', en: 'A phone number can contain only digits' }
}
