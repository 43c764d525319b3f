import { updateInfo, updatePassword } from '#contract/calls/identity/user.ts'
import { user } from '#contract/entities/identity/user.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { parse } from '#contract/kit/fields/parse.ts'
import { sayProblem } from '#contract/kit/fields/problem.ts'
import type { Words } from '#contract/kit/words.ts'
import { changeProblems, type PasswordChange, passwordParts, phoneProblem } from '#contract/password-rules.ts'
import type { Transaction } from '#server/db/pool.ts'
import { logAccess } from '#server/features/record/public.ts'
import type { Context } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { refusalOf } from '#server/kit/refuse.ts'
import { record } from '#server/kit/steps/event.ts'
import { digestOf, hashPassword } from '../factors/password.ts'
import { refuseForIdentity } from '../factors/password-policy.ts'
import { matchedBy } from '../federated/identity-provider.ts'
import { endSessionsEverywhere } from '../sign-in/end-sessions.ts'
import { checkPassword } from '../sign-in/sign-in.ts'
import { hangPicture, pictureIn } from './avatar.ts'

/** The refusal that says the faults one after another, and at which field each is. */
const refusalOfAll = (faults: readonly (Words & { readonly field: string })[]): Refusal =>
  new Refusal(
    'rule',
    { zh: faults.map(({ zh }) => zh).join('；'), en: faults.map(({ en }) => en).join('; ') },
    faults.map(({ field }) => ({ field })),
  )

/** The three passwords as they were typed: spaces at their ends belong to them. An absent one is empty, and said in its place among the other faults. */
function passwordsOf({ input }: Context): PasswordChange {
  const problems = parse(updatePassword.input, input).problems.filter(({ rule }) => rule !== 'required')
  if (problems.length > 0) throw refusalOf(problems)
  const [oldPassword, newPassword, newPassword1] = passwordParts.map((part) => (input[part] as string | null | undefined) ?? '')
  return { oldPassword: oldPassword!, newPassword: newPassword!, newPassword1: newPassword1! }
}

async function refuseWrong(context: Context): Promise<void> {
  const given = passwordsOf(context)
  const problems = Object.entries(changeProblems(given))
  if (problems.length > 0) throw refusalOfAll(problems.map(([field, words]) => ({ field, ...words })))
  // Wrong passwords stay counted, as at sign-in, even when the change fails.
  await checkPassword(context.tools.pool, context.actor, digestOf(given.oldPassword), context.actor).catch((error: unknown) => {
    throw error instanceof Refusal && error.code === 'wrong_password'
      ? new Refusal('wrong_old_password', {}, [{ field: 'oldPassword' }])
      : error
  })
}

async function changePassword(context: Context, tx: Transaction) {
  const { actor } = context
  const { newPassword } = passwordsOf(context)
  await refuseForIdentity(tx, actor.personId, newPassword, 'newPassword')
  const hash = await hashPassword(digestOf(newPassword))
  tx.later({ text: 'update person set password_hash = $2, given_until = null where id = $1', values: [actor.personId, hash] })
  if (actor.mustChange)
    tx.later({ text: 'update app_user set must_change = 0 where tenant_id = $1 and id = $2', values: [tx.tenantId, actor.userId] })
  tx.later({ text: 'delete from person_device where person_id = $1', values: [actor.personId] })
  // Someone who knew the old password may be signed in with it, here and in the other tenants of this identity.
  await endSessionsEverywhere(tx, actor.personId, actor.sessionId)
  logAccess(context, tx, { event: 'passwordChange', account: actor.account, userId: actor.userId })
  return { changed: true }
}

/** Whose e-mail or phone a provider names signs in to the account, so people do not enter that of a colleague for their own. */
async function refuseMatched(tx: Transaction, changed: readonly string[]): Promise<void> {
  const words = {
    email: { zh: '邮箱用于统一登录，由管理员设置', en: 'The e-mail is used to sign in, so only administrators can change it' },
    phone: { zh: '手机号用于统一登录，由管理员设置', en: 'The phone number is used to sign in, so only administrators can change it' },
  } as const
  const named = (['email', 'phone'] as const).filter((name) => changed.includes(name))
  if (named.length === 0) return
  const by = await matchedBy(tx)
  const field = named.find((name) => by.has(name))
  if (field) throw new Refusal('rule', words[field], [{ field }])
}

/** What is given, once nothing in it is wrong; faults are said in the order of the form. */
function infoOf({ input }: Context): Record<string, string | null> {
  const { value, problems } = parse(updateInfo.input, input, { partial: true })
  const phone = typeof value.phone === 'string' ? phoneProblem(value.phone) : undefined
  if (!phone && problems.length > 0) throw refusalOf(problems)
  if (!phone) return value as Record<string, string | null>
  const place = (field: string) => Object.keys(updateInfo.input).indexOf(field)
  const said = [
    ...problems.map((one) => ({ field: one.field, zh: sayProblem(one, 'zh'), en: sayProblem(one, 'en') })),
    { field: 'phone', ...phone },
  ].sort((a, b) => place(a.field) - place(b.field))
  throw refusalOfAll(said)
}

async function changeInfo(context: Context, tx: Transaction) {
  const { actor } = context
  const typed = infoOf(context)
  const given: Record<string, string | null> = 'avatar' in typed ? { ...typed, avatar: pictureIn(typed.avatar) } : typed
  const columns = { realName: 'real_name', name: 'nick_name', phone: 'phone', email: 'email', avatar: 'avatar' } as const
  const wires = { realName: 'realName', name: 'nickName', phone: 'phone', email: 'email', avatar: 'avatar' } as const
  const named = (Object.keys(columns) as (keyof typeof columns)[]).filter((name) => name in given)
  if (named.length === 0) throw refusalOf([{ field: 'realName', label: updateInfo.input.realName, rule: 'required' }])
  const { rows } = await tx.run({
    text: 'select version, real_name, nick_name, phone, email, avatar from app_user where tenant_id = $1 and id = $2 for update',
    values: [tx.tenantId, actor.userId],
  })
  const before = rows[0]!
  const changed = named.filter((name) => before[columns[name]] !== given[name])
  const version = Number(before.version) + 1
  if (changed.length === 0) return { id: actor.userId, version: Number(before.version) }
  await refuseMatched(tx, changed)
  if (changed.includes('avatar')) await hangPicture(context, tx, given.avatar!, String(before.avatar))
  tx.later({
    text: `update app_user set ${changed.map((name, index) => `${columns[name]} = $${index + 4}`).join(', ')}, version = $3, updated_by = $2, updated_at = now()
      where tenant_id = $1 and id = $2`,
    values: [tx.tenantId, actor.userId, version, ...changed.map((name) => given[name])],
  })
  record(context, tx, {
    entity: user.name,
    entityId: actor.userId,
    verb: 'change',
    version,
    changes: Object.fromEntries(changed.map((name) => [wires[name], { from: before[columns[name]], to: given[name] }])),
  })
  return { id: actor.userId, version }
}

/** What people change of themselves. */
export const ownAnswers: readonly Answer[] = [
  answer(updatePassword, { before: refuseWrong, write: changePassword }),
  answer(updateInfo, { write: changeInfo }),
]
