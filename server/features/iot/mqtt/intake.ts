import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { judgeReadings } from '../raise-alarms.ts'
import { countTaken, type Message, type MessageFigures, takeMessages } from '../take-messages.ts'

/** Messages of one transaction. */
const mostMessages = 2000
/** Transactions at once, so that people keep most connections of the pool. */
const mostAtOnce = 2
/** Bytes that wait for storage, of one hospital and in all, before their senders are slowed. */
export const mostOfTenant = 16 * 1024 * 1024
export const mostOfAll = 64 * 1024 * 1024
/** Pauses before a transaction is tried again, ms. */
const pauses = [200, 1000, 3000]

/** The sender's credential was revoked. */
export const revokedError = new Error('the credential is revoked')

interface Waiting {
  readonly message: Message
  readonly size: number
  readonly done: (error?: Error) => void
}

interface Queue {
  waiting: Waiting[]
  size: number
  isStoring: boolean
}

/** Takes single messages and stores them in batches. */
export interface Intake {
  /** `done` runs after the commit that stores or lists the message, or with the error that kept it from that. */
  add(tenantId: string, waiting: Waiting): void
  /** Whether more of a hospital may come; senders wait for `onRoom` otherwise. */
  hasRoom(tenantId: string): boolean
  onRoom(listener: () => void): void
  /** Resolves once everything that was added is done. */
  idle(): Promise<void>
}

/** Whether a value of the batch, not the database, is at fault. */
const isOfData = (error: unknown): boolean => /^2[123]/.test(String((error as { code?: unknown }).code ?? ''))

/**
 * Gathers messages by hospital: while one batch is stored the next one grows, so a batch is small when little comes and large in a flood. Hospitals
 * take turns.
 */
export function openIntake(pool: pg.Pool, log: FastifyBaseLogger, figures: MessageFigures): Intake {
  const queues = new Map<string, Queue>()
  const listeners: (() => void)[] = []
  const idlers: (() => void)[] = []
  const judging = new Map<string, boolean>()
  let [total, storing, scheduled] = [0, 0, false]

  const tellIdle = (): void => {
    if (total === 0 && storing === 0 && judging.size === 0) for (const done of idlers.splice(0)) done()
  }

  /** Judges the readings of a hospital one run at a time. What fails here is done by the timed job within a minute. */
  async function judge(tenantId: string): Promise<void> {
    if (judging.has(tenantId)) return void judging.set(tenantId, true)
    do {
      judging.set(tenantId, false)
      await judgeReadings(pool, tenantId, new Date()).catch((error: unknown) => log.error(error, 'alarms are not judged'))
    } while (judging.get(tenantId))
    judging.delete(tenantId)
    tellIdle()
  }

  /** Stores messages and returns the revoked credentials. A value that PostgreSQL refuses is found by halves and listed alone. */
  async function stored(tenantId: string, messages: readonly Message[]): Promise<ReadonlySet<string>> {
    for (let tried = 0; ; tried += 1)
      try {
        const taken = await takeMessages(pool, tenantId, messages, new Date())
        countTaken(figures, taken)
        if (taken.isJudged) void judge(tenantId)
        return taken.revoked
      } catch (error) {
        const [only] = messages
        if (isOfData(error) && messages.length > 1) {
          const half = messages.length >> 1
          const parts = [await stored(tenantId, messages.slice(0, half)), await stored(tenantId, messages.slice(half))]
          return new Set(parts.flatMap((part) => [...part]))
        }
        if (isOfData(error) && only && !only.fault) return stored(tenantId, [{ ...only, fault: 'badPayload' }])
        const pause = pauses[tried]
        if (pause === undefined) throw error
        await sleep(pause)
      }
  }

  async function store(tenantId: string, queue: Queue): Promise<void> {
    queue.isStoring = true
    storing += 1
    const batch = queue.waiting.splice(0, mostMessages)
    let [failed, revoked]: [Error | undefined, ReadonlySet<string>] = [undefined, new Set()]
    try {
      revoked = await stored(
        tenantId,
        batch.map(({ message }) => message),
      )
    } catch (error) {
      log.error(error, 'sensor messages are not stored')
      failed = error as Error
    }
    const size = batch.reduce((sum, one) => sum + one.size, 0)
    queue.size -= size
    total -= size
    storing -= 1
    queue.isStoring = false
    if (queue.waiting.length === 0) queues.delete(tenantId)
    for (const { message, done } of batch) done(failed ?? (message.by && revoked.has(message.by.id) ? revokedError : undefined))
    for (const tell of listeners) tell()
    next()
    tellIdle()
  }

  function next(): void {
    for (const [tenantId, queue] of queues) {
      if (storing >= mostAtOnce) return
      if (queue.isStoring) continue
      // Behind the others, for the next turn.
      queues.delete(tenantId)
      queues.set(tenantId, queue)
      void store(tenantId, queue)
    }
  }

  return {
    add(tenantId, waiting) {
      const queue = queues.get(tenantId) ?? { waiting: [], size: 0, isStoring: false }
      queues.set(tenantId, queue)
      queue.waiting.push(waiting)
      queue.size += waiting.size
      total += waiting.size
      if (scheduled) return
      scheduled = true
      // After the packets that were read with this one.
      setImmediate(() => {
        scheduled = false
        next()
      })
    },
    hasRoom: (tenantId) => total < mostOfAll && (queues.get(tenantId)?.size ?? 0) < mostOfTenant,
    onRoom: (listener) => void listeners.push(listener),
    idle: () =>
      new Promise((done) => {
        idlers.push(done)
        tellIdle()
      }),
  }
}
