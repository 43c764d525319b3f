import { randomInt } from 'node:crypto'
import type { Words } from '#contract/kit/words.ts'
import { passwordProblem } from '#contract/password-rules.ts'
import { digestOf, hashPassword } from './password.ts'

/** Why a password is no first password for somebody else; undefined when it is one. */
export function weakness(password: string): Words | undefined {
  if ([...password].length < 8) return { zh: '初始密码至少 8 位', en: 'A first password needs at least 8 characters' }
  if (!/\p{L}/u.test(password) || !/\d/.test(password))
    return { zh: '初始密码要有字母和数字', en: 'A first password needs letters and digits' }
  return passwordProblem(password)
}

/** The stored form of a first password. */
export const hashFirstPassword = (password: string): Promise<string> => hashPassword(digestOf(password))

// Without the letters and digits that people confuse when they read them to each other.
const letters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A password of twelve letters and digits that nobody else knows. */
export function newPassword(): string {
  for (;;) {
    const password = Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join('')
    if (!weakness(password)) return password
  }
}
