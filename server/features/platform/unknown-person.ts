import { Refusal } from '#contract/kit/errors.ts'
import type { Identity } from './identity-provider.ts'

/**
 * What becomes of a person whom a provider knows and the tenant does not: no account and no right is made by a sign-in. A tenant that takes
 * registrations may hand them over from here.
 */
export async function turnAway(_tenantId: string, _identity: Identity): Promise<never> {
  throw new Refusal('rule', {
    zh: '身份验证成功，但本机构没有与之对应的账号，请联系管理员',
    en: 'You have proven who you are, but this organisation has no account for you. Ask your administrator',
  })
}
