import { noticeKinds } from '#contract/entities/notice/notice-kinds.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { cutText } from '#contract/kit/fields/cut-text.ts'
import { saySeeded } from '#contract/kit/words.ts'
import { type Transaction, writeAs } from '#server/db/pool.ts'
import type { JobTools } from '#server/kit/jobs/job.ts'
import { outboundOf } from '#server/kit/outbound/outbound.ts'
import { kindOf } from '../mail-words.ts'
import { someAtATime } from '../some-at-a-time.ts'
import { encryptPush, type KeyPair, pushAuthorization } from './encrypt.ts'
import { pushKeys } from './push-key.ts'
import { endPush, type PushDue, type PushEnd, queuePushes, takePush } from './push-queue.ts'

/** Most messages of one hospital in a run, and milliseconds after which a run begins no further one of it. */
const most = { messages: 500, ms: 20_000 } as const
/** Milliseconds that a push server may take. */
const patience = 10_000
/** Minutes between tries; after the last one a message has failed. */
const pauses = [1, 5, 30] as const
/** Seconds that a push server keeps a message for a browser that is not reached. */
const keptFor = 24 * 3600
/** Characters of a text: a message is at most 4,096 bytes, encrypted. */
const longest = { title: 100, body: 400 } as const

type Sending = Pick<JobTools, 'pool' | 'secrets' | 'reachable' | 'publicUrl'> & { readonly patience?: number }

/** What the browser shows, and the page of the phone that it opens. */
export function messageOf({ kind, subject, detail, language, noticeId }: PushDue): string {
  const said = saySeeded(noticeKinds[kind]?.seeded, detail, language)
  return JSON.stringify({
    id: noticeId,
    title: cutText(kindOf(kind, language), longest.title),
    body: cutText([subject, said].filter(Boolean).join('\n'), longest.body),
    lang: language,
    url: `/m/noticeJump?id=${noticeId}`,
  })
}

/** What the status of a push server means (RFC 8030). */
function endOf(status: number, tries: number): PushEnd {
  if (status < 300) return 'sent'
  if (status === 404 || status === 410) return 'gone'
  const pause = status === 429 || status >= 500 ? pauses[tries - 1] : undefined
  return pause === undefined ? 'failed' : { again: pause }
}

async function send(tools: Sending, keys: KeyPair, due: PushDue): Promise<PushEnd> {
  const contact = tools.publicUrl?.startsWith('https:') ? tools.publicUrl : 'mailto:postmaster@localhost'
  const response = await outboundOf(tools.reachable)(due.endpoint, {
    method: 'POST',
    headers: {
      authorization: pushAuthorization(keys, due.endpoint, contact),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(keptFor),
      urgency: 'high',
    },
    body: new Uint8Array(encryptPush(messageOf(due), due.browser)),
    signal: AbortSignal.timeout(tools.patience ?? patience),
  })
  await response.body?.cancel()
  return endOf(response.status, due.tries)
}

/** Errors of the connection before anything was sent. */
const unsent = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']

/** A server that was surely not reached is asked again; one that may have taken a message is not. */
function endOfError(error: unknown, tries: number): PushEnd {
  if (error instanceof Refusal) return 'gone'
  if (!unsent.includes(String((error as { code?: unknown } | null)?.code))) return 'unknown'
  const pause = pauses[tries - 1]
  return pause === undefined ? 'failed' : { again: pause }
}

async function pushIn(tools: Sending, tenantId: string, keys: () => Promise<KeyPair>): Promise<void> {
  const within = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => writeAs(tools.pool, tenantId, work)
  await within(async (tx) => queuePushes(tx))
  // A push server that hangs would be waited for with each message again.
  const hanging: string[] = []
  const until = Date.now() + most.ms
  for (let left = most.messages; left > 0 && Date.now() < until; left--) {
    const due = await within((tx) => takePush(tx, hanging))
    if (!due) return
    if (due === 'ended') continue
    const pair = await keys()
    const end = await send(tools, pair, due).catch((error: unknown) => {
      hanging.push(new URL(due.endpoint).host)
      return endOfError(error, due.tries)
    })
    await within(async (tx) => endPush(tx, due, end))
  }
}

/** Sends the notices that wait for people to their browsers. `patience`: milliseconds for a push server. A hospital with a push server that never answers does not hold up the others. */
export function pushNotices(tools: Sending): Promise<void> {
  let keys: Promise<KeyPair> | undefined
  const made = (): Promise<KeyPair> => {
    keys ??= pushKeys(tools.pool, tools.secrets)
    return keys
  }
  return someAtATime(tools.pool, (id) => pushIn(tools, id, made))
}
