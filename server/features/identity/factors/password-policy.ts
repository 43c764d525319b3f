import { documentShortest } from '#contract/entities/identity/password-lengths.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Words } from '#contract/kit/words.ts'
import { passwordProblem } from '#contract/password-rules.ts'
import { inTenant } from '#server/db/in-tenant.ts'
import type { Transaction } from '#server/db/pool.ts'
import { isLeaked } from '#server/kit/access/leaked.ts'

/** What a password is held to in one tenant. */
export interface PasswordPolicy {
  readonly shortest: number
  /** The names that a stranger would try: tenant, hospital, account. */
  readonly names: readonly string[]
}

const program = 'wardkeeper 医械管家'

/**
 * The parts of a name that no password may hold, in small letters: words of four letters or digits and more, and Chinese four at a time (a shorter
 * Chinese word whole, when it has two).
 */
export function guessable(name: string): string[] {
  const plain = name.toLowerCase()
  const words = plain.replace(/\p{Script=Han}/gu, ' ').match(/[\p{L}\p{N}]{4,}/gu) ?? []
  const chinese = (plain.match(/\p{Script=Han}{2,}/gu) ?? []).flatMap((part) => {
    const signs = [...part]
    return signs.length <= 4 ? [part] : signs.slice(3).map((_, at) => signs.slice(at, at + 4).join(''))
  })
  return [...words, ...chinese]
}

/** Why a password is too easy to guess, beside the rule of the document; undefined when it is not. */
export function guessProblem(password: string, names: readonly string[]): Words | undefined {
  if (isLeaked(password))
    return { zh: '这个密码在泄露密码名单中，请换一个', en: 'This password is on the list of leaked passwords. Choose another one' }
  const plain = password.toLowerCase()
  return [program, ...names].flatMap(guessable).some((part) => plain.includes(part))
    ? { zh: '密码不能包含账号、租户编号或机构名称', en: 'A password must not contain the account, the tenant or the organisation name' }
    : undefined
}

/** Why a text is no password under a policy; undefined when it is one. */
export const policyProblem = (password: string, { shortest, names }: PasswordPolicy): Words | undefined =>
  passwordProblem(password, shortest) ?? guessProblem(password, names)

/** What a tenant asks of a password; `accounts` are those that it is for. Those of the transaction's tenant. */
export async function policyOf(tx: Transaction, accounts: readonly string[]): Promise<PasswordPolicy> {
  const { rows } = await tx.run({
    text: 'select t.tenant_name, r.shortest from tenant t left join password_rule r on r.tenant_id = t.id where t.id = $1',
    values: [tx.tenantId],
  })
  const row = rows[0]
  return {
    shortest: Number(row?.shortest ?? documentShortest),
    names: [tx.tenantId, String(row?.tenant_name ?? ''), ...accounts],
  }
}

/** Refuses a password that any tenant of an identity would refuse: it signs in to all of them. */
export async function refuseForIdentity(tx: Transaction, personId: string, password: string, field: string): Promise<void> {
  const { rows } = await tx.run({ text: 'select tenant_id, user_id from membership where person_id = $1', values: [personId] })
  let problem: Words | undefined
  for (const { tenant_id, user_id } of rows)
    problem ??= await inTenant(tx, String(tenant_id), async (inside) => {
      const { rows: users } = await inside.run({
        text: 'select account from app_user where tenant_id = $1 and id = $2',
        values: [tenant_id, user_id],
      })
      const names = users.map(({ account }) => String(account))
      return policyProblem(password, await policyOf(inside, names))
    })
  if (problem) throw new Refusal('rule', { ...problem }, [{ field }])
}
