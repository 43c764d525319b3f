import { Refusal } from '#contract/kit/errors.ts'
import { readAs, type Transaction, writeAs } from '#server/db/pool.ts'
import { dingtalkMessage, providerOfRow, robotMessage, VendorRefusal, wecomMessage } from '#server/features/identity/public.ts'
import { storedSecret } from '#server/kit/access/stored-secret.ts'
import type { JobTools } from '#server/kit/jobs/job.ts'
import { MailFault, sendMail } from '#server/kit/outbound/mail.ts'
import { queueMail } from './mail-queue.ts'
import { channelPurpose, mailChannel, mailServerOf } from './mail-server.ts'
import { digestLetter, noticeLetter } from './mail-words.ts'
import { type Due, type End, endDelivery, endInterrupted, queueDeliveries, takeDue } from './notice-queue.ts'
import { someAtATime } from './some-at-a-time.ts'

/** Most messages a minute of one tenant; a robot of DingTalk takes 20, an app 30 to one person. */
const mostAMinute = 200
/** Milliseconds after which a run begins no further delivery of one tenant, so that the others have their turn. */
const mostMs = 20_000
/** Minutes between tries; after the last one it has failed. */
const pauses = [1, 5, 30, 120] as const
/** Characters of a text; both vendors cut at 2,048 bytes. */
const longest = 500

/** Answers that say "later": the vendor is busy, or asks for a slower pace. */
const busyCodes = ['-1', '6000', '45009', '45033', '90018', '90002', '130101', '410100', '143106', 'HTTP 502', 'HTTP 503', 'HTTP 504']
/** Errors of the connection before anything was sent. */
const unsent = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']

/** A text without the signs of which WeCom makes links: what a person typed must not lead elsewhere. */
const plain = (text: string): string => text.replace(/</g, '＜').replace(/>/g, '＞')

/** What a message says: the notice and where it is read. */
export function messageOf({ subject, detail }: Pick<Due, 'subject' | 'detail'>, publicUrl: string | undefined): string {
  const words = [subject, detail].filter(Boolean).map(plain).join('\n')
  const text = words.length > longest ? `${words.slice(0, longest - 1)}…` : words
  return publicUrl ? `${text}\n${publicUrl}` : text
}

/** What was to send has been put out of service meanwhile. */
const stopped = new Error('out of service')

type Sending = Pick<JobTools, 'pool' | 'secrets' | 'reachable' | 'publicUrl'>

/** Sends one of the e-mails of a person: about a notice, or the digest of a day. */
async function mail(tools: Sending, tenantId: string, due: Due): Promise<string> {
  const row = await mailChannel(tools.pool, tenantId, due.channelId)
  if (!row) throw stopped
  const server = await mailServerOf(tools, tenantId, row)
  const about = { language: due.language, name: due.realName, publicUrl: tools.publicUrl }
  const letter = due.digest ? digestLetter(about, due.digest) : noticeLetter(about, due)
  return sendMail(server, { to: due.email, ...letter }, tools.reachable ?? (() => false))
}

async function send(tools: Sending, tenantId: string, due: Due): Promise<string> {
  if (due.kind === 'mail') return mail(tools, tenantId, due)
  const content = messageOf(due, tools.publicUrl)
  if (due.kind === 'robot') {
    const kept = await storedSecret(tools.pool, tools.secrets, { tenantId, purpose: channelPurpose, rowId: due.channelId })
    if (!kept) throw stopped
    const { robotToken, secretKey } = JSON.parse(kept) as { robotToken: string; secretKey: string }
    await robotMessage(tools, { apiAddress: due.robotAddress, token: robotToken, secret: secretKey }, content)
    return ''
  }
  const text = 'select * from identity_provider where tenant_id = $1 and id = $2 and not is_deleted and coalesce(is_stopped, 0) = 0'
  const [found] = await readAs(tools.pool, tenantId, [{ text, values: [tenantId, due.providerId] }])
  if (!found?.rows[0]) throw stopped
  const provider = providerOfRow(found.rows[0])
  return provider.kind === 'wecom'
    ? wecomMessage(tools, provider, due.member, content)
    : dingtalkMessage(tools, provider, due.member, content)
}

/** A server that says “later” (4xx), knows another password or was not reached is asked again; what it may have taken is not sent twice. */
function endOfMail({ code, message, isUnsent, isLockedOut }: MailFault, tries: number): End {
  const why = { cause: code > 0 ? 'refused' : 'unreachable', reason: message, ...(isLockedOut && { isLockedOut }) }
  const pause = pauses[tries - 1]
  const isLater = isLockedOut || (code > 0 ? code < 500 : isUnsent)
  if (isLater && pause !== undefined) return { outcome: 'waiting', ...why, again: pause }
  return { outcome: code > 0 || isUnsent ? 'failed' : 'unknown', ...why }
}

/** What becomes of a delivery that did not go: tried again where it surely was not sent, else ended. Nothing of an address is kept. */
export function endOf(error: unknown, tries: number): End {
  if (error === stopped) return { outcome: 'failed', cause: 'stopped' }
  if (error instanceof MailFault) return endOfMail(error, tries)
  const isRefused = error instanceof VendorRefusal
  const code = isRefused ? error.code : String((error as { code?: unknown } | null)?.code ?? '')
  const why = { cause: isRefused ? 'refused' : 'unreachable', ...(isRefused ? { reason: error.message } : code && { reason: code }) }
  const isUnsent = isRefused || error instanceof Refusal || unsent.includes(code)
  const pause = pauses[tries - 1]
  if ((busyCodes.includes(code) || unsent.includes(code)) && pause !== undefined) return { outcome: 'waiting', ...why, again: pause }
  return { outcome: isUnsent ? 'failed' : 'unknown', ...why }
}

async function deliverIn(tools: Sending, tenantId: string, now: Date): Promise<void> {
  const within = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => writeAs(tools.pool, tenantId, work)
  await within(async (tx) => {
    endInterrupted(tx)
    queueDeliveries(tx)
    await queueMail(tx, now)
  })
  const hanging: string[] = []
  const until = Date.now() + mostMs
  for (let left = mostAMinute; left > 0 && Date.now() < until; left--) {
    const due = await within((tx) => takeDue(tx, hanging))
    if (!due) return
    if (due === 'ended') continue
    const end = await send(tools, tenantId, due).then(
      (receipt): End => ({ outcome: 'sent', receipt }),
      (error: unknown) => endOf(error, due.tries),
    )
    // A host that did not answer once would be waited for with each message again, and the other hospitals with it. Many sign-ins with a wrong
    // password lock the account.
    if (end.cause === 'unreachable' || end.isLockedOut) hanging.push(due.channelId)
    await within(async (tx) => endDelivery(tx, due.id, end))
  }
}

/** Delivers what channels of hospitals have to deliver. A hospital with a channel that fails or hangs does not hold up the others. */
export const deliverNotices = (tools: Sending & { readonly now?: Date }): Promise<void> =>
  someAtATime(tools.pool, (id) => deliverIn(tools, id, tools.now ?? new Date()))
