import { v7 } from 'uuid'
import { browserKeyBytes, pushKey, pushSubscribe, pushUnsubscribe } from '#contract/calls/notice/push.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Context } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { refuseAddress } from '#server/kit/outbound/outbound.ts'
import { read } from '#server/kit/refuse.ts'
import { isPoint } from './encrypt.ts'
import { pushKeys } from './push-key.ts'

/** Browsers of one person that are told; a further one takes the place of the oldest. */
const mostBrowsers = 10

const unfit = (field: string): Refusal =>
  new Refusal('rule', { zh: '浏览器的推送密钥不正确', en: 'The push key of the browser is not valid' }, [{ field }])

/** Subscribes the browser of the session. One browser has one subscription: the person who signs in on it later takes it over. */
async function subscribe(context: Context, tx: Transaction): Promise<{ saved: boolean }> {
  const { actor, input, tools } = context
  const given = read(pushSubscribe.input, input) as Record<'endpoint' | 'p256dh' | 'auth' | 'language', string>
  refuseAddress(given.endpoint, tools.reachable)
  // As requests are sent: ASCII, which may be longer than what was given.
  const endpoint = new URL(given.endpoint).href
  if (endpoint.length > pushSubscribe.input.endpoint.max) throw new Refusal('bad_request')
  const [key, secret] = [Buffer.from(given.p256dh, 'base64url'), Buffer.from(given.auth, 'base64url')]
  if (key.length !== browserKeyBytes.key || !isPoint(key)) throw unfit('p256dh')
  if (secret.length !== browserKeyBytes.secret) throw unfit('auth')
  tx.later({
    text: `insert into push_subscription as s (tenant_id, id, user_id, session_id, endpoint, browser_key, browser_secret, language)
      values ($1, $2, $3, $4, $5, $6, $7, $8)
      on conflict (tenant_id, endpoint) do update set session_id = excluded.session_id, browser_key = excluded.browser_key,
        browser_secret = excluded.browser_secret, language = excluded.language, user_id = excluded.user_id,
        made_at = case when s.user_id = excluded.user_id then s.made_at else now() end`,
    values: [tx.tenantId, v7(), actor.userId, actor.sessionId, endpoint, key, secret, given.language],
  })
  tx.later({
    text: `delete from push_subscription where tenant_id = $1 and user_id = $2 and id in (
      select id from push_subscription where tenant_id = $1 and user_id = $2 order by made_at desc, id desc offset ${mostBrowsers})`,
    values: [tx.tenantId, actor.userId],
  })
  return { saved: true }
}

async function unsubscribe({ actor, input }: Context, tx: Transaction): Promise<{ ended: boolean }> {
  read(pushUnsubscribe.input, input)
  const { rowCount } = await tx.run({
    text: 'delete from push_subscription where tenant_id = $1 and user_id = $2 and session_id = $3',
    values: [tx.tenantId, actor.userId, actor.sessionId],
  })
  return { ended: Boolean(rowCount) }
}

export const pushAnswers: readonly Answer[] = [
  answer(pushKey, {
    before: ({ tools }) => pushKeys(tools.pool, tools.secrets),
    write: async ({ input, asked }) => {
      read(pushKey.input, input)
      return { key: (asked as Awaited<ReturnType<typeof pushKeys>>).publicKey.toString('base64url') }
    },
  }),
  answer(pushSubscribe, { write: subscribe }),
  answer(pushUnsubscribe, { write: unsubscribe }),
]
