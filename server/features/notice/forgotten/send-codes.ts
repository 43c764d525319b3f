import { randomInt } from 'node:crypto'
import { v7 } from 'uuid'
import { resetCode } from '#contract/calls/identity/forgotten.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { platformTenant } from '#contract/roles.ts'
import { readAs, writeAs } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { hashPassword, tenantNamed } from '#server/features/identity/public.ts'
import { logRequest } from '#server/features/record/public.ts'
import type { JobTools } from '#server/kit/jobs/job.ts'
import { sendMail } from '#server/kit/outbound/mail.ts'
import { mailChannel, mailServerOf } from '../mail-server.ts'
import { codeLetter } from '../mail-words.ts'
import { endOf } from '../notice-delivery.ts'
import { type End, endDelivery } from '../notice-queue.ts'
import { sendDirect } from '../sms-direct.ts'
import { codeDigest, codeWays, resetSmsCode } from './code-ways.ts'
import { dropLate, type ResetAsk, takeAsk } from './reset-asks.ts'

/** Seconds between two codes for one person, and codes a day. */
const pauseS = 60
const mostADay = 10
/** Requests that are followed at a time: a server that hangs holds up one of them. */
const mostAtATime = 4

/** SQL over user `u`: its e-mail or phone was changed within a day. A borrowed session may change it, and would get the code. */
const isFresh = (field: 'email' | 'phone'): string =>
  `exists (select 1 from audit_event e where e.tenant_id = u.tenant_id and e.entity = 'user' and e.entity_id = u.id and e.at > now() - interval '1 day'
    and e.changes ? '${field}')`

/** Who may set a new password by a code: active, with a password of their own here, and in no other organisation, where it would count, too. */
async function personOf({ pool }: JobTools, tenantId: string, account: string): Promise<Row | undefined> {
  const [found] = await readAs(pool, tenantId, [
    {
      text: `select u.id, u.person_id, u.account, u.real_name, case when ${isFresh('email')} then '' else coalesce(u.email, '') end as email,
          case when ${isFresh('phone')} then '' else coalesce(u.phone, '') end as phone
        from app_user u join tenant t on t.id = u.tenant_id and t.stopped_at is null
        where u.tenant_id = $1 and lower(u.account) = lower($2) and not u.is_deleted and u.status = 'active'`,
      values: [tenantId, account],
    },
  ])
  const who = found?.rows[0]
  if (!who) return undefined
  const [own] = await readAs(
    pool,
    tenantId,
    [
      {
        text: `select p.password_hash from person p where p.id = $1 and p.password_hash <> '!' and (select count(*) from membership m where m.person_id = p.id) = 1`,
        values: [who.person_id],
      },
    ],
    String(who.person_id),
  )
  return own?.rows[0] && { ...who, ...own.rows[0] }
}

interface Issued {
  readonly code: string
  /** The delivery that says how an e-mail went. */
  readonly deliveryId: string
}

/** Makes the one open code of a person; undefined where they have just got one, or had too many today. */
async function issue(tools: JobTools, tenantId: string, who: Row, ask: ResetAsk, channel: Row | undefined): Promise<Issued | undefined> {
  const code = String(randomInt(10 ** resetCode.digits)).padStart(resetCode.digits, '0')
  const hash = await hashPassword(codeDigest(code, who.password_hash))
  const deliveryId = v7()
  const isMade = await writeAs(tools.pool, tenantId, async (tx) => {
    const { rows } = await tx.run({
      text: `insert into password_reset as r (tenant_id, user_id, code_hash, until, tries, asked_at, asked_on, asked)
        values ($1, $2, $3, now() + make_interval(mins => $4), 0, now(), $5, 1)
        on conflict (tenant_id, user_id) do update set code_hash = excluded.code_hash, until = excluded.until, tries = 0, asked_at = now(),
          asked = case when r.asked_on = excluded.asked_on then r.asked + 1 else 1 end, asked_on = excluded.asked_on
        where r.asked_at < now() - make_interval(secs => $6) and (r.asked_on <> excluded.asked_on or r.asked < $7) returning 1`,
      values: [tenantId, who.id, hash, resetCode.minutes, homeDay(tools.now), pauseS, mostADay],
    })
    if (!rows[0]) return false
    logRequest(tx, ask.from, { event: 'resetCode', account: who.account, userId: who.id })
    if (channel)
      tx.later({
        text: `insert into notice_delivery (tenant_id, id, channel_id, channel_name, told_id, user_id, outcome, tries, due_at)
          values ($1, $2, $3, $4, $2, $5, 'sending', 1, now())`,
        values: [tenantId, deliveryId, channel.id, channel.channel_name, who.id],
      })
    return true
  })
  return isMade ? { code, deliveryId } : undefined
}

/** Sends the code by e-mail, and writes down how it went; it is not tried again, for who waits asks again. */
async function mailCode(tools: JobTools, tenantId: string, who: Row, ask: ResetAsk, channel: Row): Promise<void> {
  const made = await issue(tools, tenantId, who, ask, channel)
  if (!made) return
  const letter = { to: String(who.email), ...codeLetter(ask.language, String(who.real_name), made.code) }
  const server = await mailServerOf(tools, tenantId, channel)
  const end = await sendMail(server, letter, tools.reachable ?? (() => false)).then(
    (receipt): End => ({ outcome: 'sent', receipt }),
    (error: unknown): End => ({ ...endOf(error, Number.MAX_SAFE_INTEGER) }),
  )
  await writeAs(tools.pool, tenantId, async (tx) => endDelivery(tx, made.deliveryId, end))
}

async function follow(tools: JobTools, ask: ResetAsk): Promise<void> {
  const tenantId = await tenantNamed(tools.pool, ask)
  const ways = await codeWays(tools.pool, tenantId)
  const who = await personOf(tools, tenantId, ask.account)
  if (!who) return
  const channel = ways.mail && who.email ? await mailChannel(tools.pool, tenantId) : undefined
  if (channel) return mailCode(tools, tenantId, who, ask, channel)
  if (!ways.sms || !who.phone) return
  const made = await issue(tools, tenantId, who, ask, undefined)
  if (!made) return
  const { language } = ask
  await sendDirect(tools, tenantId, { code: resetSmsCode, phone: String(who.phone), values: { code: made.code }, language, now: tools.now })
}

/** Sends the codes that were asked for. What fails for one does not keep it from the others: it is thrown at the end. */
export async function sendResetCodes(tools: JobTools): Promise<void> {
  const failures: unknown[] = []
  await writeAs(tools.pool, platformTenant, async (tx) => dropLate(tx))
  const work = async (): Promise<void> => {
    for (;;) {
      const ask = await writeAs(tools.pool, platformTenant, (tx) => takeAsk(tx, tools.secrets))
      if (!ask) return
      await follow(tools, ask).catch((error: unknown) => failures.push(error))
    }
  }
  await Promise.all(Array.from({ length: mostAtATime }, work))
  if (failures[0] !== undefined) throw failures[0]
}
