import { updateInfo, updatePassword } from '#contract/calls/user.ts'
import { user } from '#contract/entities/platform/user.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { changeProblems, type PasswordChange, phoneProblem } from '#contract/password-rules.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Context } from '#server/kit/context.ts'
import { record } from '#server/kit/event.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { read, refusalOf } from '#server/kit/refuse.ts'
import { logAccess } from './access-entries.ts'
import { hangPicture, pictureIn } from './avatar.ts'
import { endSessionsEverywhere } from './end-sessions.ts'
import { matchedBy } from './identity-provider.ts'
import { digestOf, hashPassword } from './password.ts'
import { refuseForIdentity } from './password-policy.ts'
import { checkPassword } from './sign-in.ts'

/** The three passwords as they were typed: spaces at their ends belong to them. */
function passwordsOf({ input }: Context): PasswordChange {
  read(updatePassword.input, input)
  return input as unknown as PasswordChange
}

async function refuseWrong(context: Context): Promise<void> {
  const given = passwordsOf(context)
  const problems = Object.entries(changeProblems(given))
  if (problems.length > 0)
    throw new Refusal(
      'rule',
      { zh: problems.map(([, { zh }]) => zh).join('；'), en: problems.map(([, { en }]) => en).join('; ') },
      problems.map(([field]) => ({ field })),
    )
  // Wrong passwords stay counted, as at sign-in, even when the change fails.
  await checkPassword(context.tools.pool, context.actor, digestOf(given.oldPassword), context.actor)
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

async function changeInfo(context: Context, tx: Transaction) {
  const { actor } = context
  const typed = read(updateInfo.input, context.input, { partial: true }) as Record<string, string | null>
  const given: Record<string, string | null> = 'avatar' in typed ? { ...typed, avatar: pictureIn(typed.avatar) } : typed
  const wrong = 'phone' in given ? phoneProblem(given.phone ?? '') : undefined
  if (wrong) throw new Refusal('rule', { ...wrong }, [{ field: 'phone' }])
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
