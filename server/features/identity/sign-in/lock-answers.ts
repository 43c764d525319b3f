import { lockScreen, unlockScreen } from '#contract/calls/identity/session.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { readAs, writeAs } from '#server/db/pool.ts'
import { logAccess } from '#server/features/record/public.ts'
import type { Context } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { read } from '#server/kit/refuse.ts'
import { hashPassword, passwordFits } from '../factors/password.ts'
import { checkPassword } from './sign-in.ts'
import { endSession } from './tokens.ts'

/** Wrong lock passwords in a row that end the session: the person signs in again. */
const mostWrong = 10

const isDigest = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/i.test(value)

const needed = () => new Refusal('rule', { zh: '锁屏密码不能为空', en: 'The lock password must not be empty' }, [{ field: 'password' }])

const wrong = (left: number) =>
  new Refusal('rule', { zh: `锁屏密码不正确，还可尝试 ${left} 次`, en: `Wrong lock password, ${left} attempts left` })

/** Counts an attempt before it is judged; the one that is too many ends the session. */
async function countAttempt({ actor, tools }: Context): Promise<number> {
  return writeAs(tools.pool, actor.tenantId, async (tx) => {
    const { rows } = await tx.run({
      text: `update session set lock_failed = lock_failed + 1 where tenant_id = $1 and id = $2 and revoked_at is null returning lock_failed`,
      values: [tx.tenantId, actor.sessionId],
    })
    const failed = Number(rows[0]?.lock_failed ?? mostWrong + 1)
    if (failed > mostWrong) {
      endSession(tx, actor.sessionId, 'lockGuessing')
      logAccess({ actor }, tx, { event: 'signOut', outcome: 'refused', account: actor.account, userId: actor.userId })
    }
    return failed
  })
}

/** Checks what opens the lock: the lock password where the session has one, else the log-in password. Wrong ones stay counted. */
async function checkLock(context: Context): Promise<void> {
  const { actor, tools } = context
  const { password } = read(unlockScreen.input, context.input) as { password: string }
  const [found] = await readAs(tools.pool, actor.tenantId, [
    { text: 'select lock_hash from session where tenant_id = $1 and id = $2', values: [actor.tenantId, actor.sessionId] },
  ])
  const hash = found?.rows[0]?.lock_hash as string | null | undefined
  if (!hash) return checkPassword(tools.pool, actor, password, actor)
  const failed = await countAttempt(context)
  if (failed > mostWrong) throw new Refusal('signed_out')
  if (isDigest(password) && (await passwordFits(hash, password.toLowerCase()))) return
  await writeAs(tools.pool, actor.tenantId, async (tx) =>
    logAccess(context, tx, { event: 'wrongLock', outcome: 'refused', account: actor.account, userId: actor.userId }),
  )
  throw wrong(mostWrong - failed)
}

/** Locking and unlocking the screen: a state of the session, so that no page and no other program gets round it. */
export const lockAnswers: readonly Answer[] = [
  answer(lockScreen, {
    write: async (context, tx) => {
      const { password } = read(lockScreen.input, context.input) as { password?: string | null }
      if (typeof password === 'string' && !isDigest(password)) throw needed()
      const hash = password ? await hashPassword(password.toLowerCase()) : null
      tx.later({
        text: 'update session set is_locked = true, lock_failed = 0, lock_hash = coalesce($3, lock_hash) where tenant_id = $1 and id = $2',
        values: [tx.tenantId, context.actor.sessionId, hash],
      })
      return { locked: true }
    },
  }),
  answer(unlockScreen, {
    // Wrong passwords stay counted, and no request holds one connection while waiting for another.
    before: checkLock,
    write: async ({ actor }, tx) => {
      tx.later({
        text: 'update session set is_locked = false, lock_failed = 0 where tenant_id = $1 and id = $2',
        values: [tx.tenantId, actor.sessionId],
      })
      return { locked: false }
    },
  }),
]
