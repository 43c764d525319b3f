import { randomInt } from 'node:crypto'
import type { Words } from '#contract/kit/words.ts'
import { digestOf, hashPassword } from './password.ts'
import { type PasswordPolicy, policyProblem } from './password-policy.ts'

/** Why a password is refused as a first password for another person; undefined when it is accepted. */
export function weakness(password: string, policy: PasswordPolicy): Words | undefined {
  if ([...password].length < 8) return { zh: '初始密码至少 8 位', en: 'A first password needs at least 8 characters' }
  if (!/\p{L}/u.test(password) || !/\d/.test(password))
    return { zh: '初始密码要有字母和数字', en: 'A first password needs letters and digits' }
  return policyProblem(password, policy)
}

/** The stored form of a first password. */
export const hashFirstPassword = (password: string): Promise<string> => hashPassword(digestOf(password))

// Without the letters and digits that people confuse when they read them to each other.
const letters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A random password of twelve letters and digits, or as many as a tenant asks for. */
export function newPassword(policy: PasswordPolicy): string {
  for (;;) {
    const password = Array.from({ length: Math.max(12, policy.shortest) }, () => letters[randomInt(letters.length)]).join('')
    if (!weakness(password, policy)) return password
  }
}
