import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { Refusal, sentence } from '#contract/kit/errors.ts'
import type { Words } from '#contract/kit/words.ts'
import { isLostConnection } from '#server/db/cluster/lost-connection.ts'
import { readAs, writeAs } from '#server/db/pool.ts'
import type { Context, Tools } from '#server/kit/context.ts'
import { actorNow, refuseWithout } from '#server/kit/jobs/job-actor.ts'
import { type JobKind, jobEndNotifiers, type Outcome, type Progress } from '#server/kit/jobs/job-kind.ts'
import { type ClaimedJob, endAttempt, mostRestarts, Overtaken, requeueJob } from '#server/kit/jobs/job-rows.ts'
import { keepResult, resultBytes } from '#server/kit/jobs/result-file.ts'

/** Why an attempt was aborted. */
export type Abort = 'cancelled' | 'stopping' | 'overtaken'

export interface Attempted {
  readonly tools: Tools
  readonly log: FastifyBaseLogger
  readonly kind: JobKind
  readonly taken: ClaimedJob
  readonly signal: AbortSignal
  say(progress: Progress): void
  /** Why the signal has aborted. */
  aborted(): Abort | undefined
}

/** How an attempt went: an end of the job, or a state in which another attempt follows. */
export type Ended = 'done' | 'failed' | 'cancelled' | 'again' | 'overtaken'

/** Seconds until work that met a busy or restarting server is tried again. */
const againSeconds = 10

const lostTooOften: Words = {
  zh: `处理它的程序已中断 ${mostRestarts} 次，不再自动继续；请联系管理员`,
  en: `The program that worked on it was interrupted ${mostRestarts} times, so it is not continued. Tell your administrator`,
}
const cancelled: Words = { zh: '任务已取消', en: 'The job was cancelled' }

// An error of a thread has lost its code on the way.
const says = (error: unknown, codes: RegExp, messages: RegExp): boolean => {
  const { code, message } = error as { code?: string; message?: string }
  return codes.test(code ?? '') || messages.test(message ?? '')
}

/** Errors of a connection or a server that goes away or has no place left; the same work succeeds later. */
export const isPassing = (error: unknown): boolean =>
  isLostConnection(error) ||
  says(
    error,
    /^(08...|53300|57P0[123]|ECONNRE(SET|FUSED)|EPIPE)$/,
    /^(terminating connection|the database system is|sorry, too many clients|remaining connection slots)|ECONNREFUSED/,
  )

/** Two transactions waited for each other, or saw each other's rows too late, and the database ended this one. */
const isClash = (error: unknown): boolean => says(error, /^(40001|40P01)$/, /^(deadlock detected|could not serialize access)/)

async function contextOf({ tools, taken }: Attempted): Promise<Context> {
  const actor = await actorNow(tools.pool, taken.tenantId, String(taken.userId), taken.roleId)
  refuseWithout(actor, taken.rights, taken.call)
  return { tools, actor, language: taken.language, input: {}, requestId: taken.id.slice(-8), occurredAt: new Date() }
}

async function finish({ tools, kind, taken, signal }: Attempted, outcome: Outcome | undefined): Promise<void> {
  const result = outcome?.file && (await resultBytes(outcome.file, signal))
  const end = (fileId?: string): Promise<void> =>
    writeAs(tools.pool, taken.tenantId, async (tx) => {
      await endAttempt(tx, taken, 'done', { note: outcome?.note, fileId, reach: outcome?.reach })
      if (!kind.tells) tell(tx, kind, taken, outcome?.note ?? null)
    })
  return result ? keepResult(tools, taken, result, end) : end()
}

function tell(
  tx: Parameters<(typeof jobEndNotifiers)[number]>[0],
  kind: JobKind,
  { id, userId, subject, language }: ClaimedJob,
  note: string | null,
): void {
  const named = subject === kind[language] ? subject : `${kind[language]}${language === 'zh' ? '：' : ': '}${subject}`
  for (const one of jobEndNotifiers) one(tx, { userId: String(userId), jobId: id, subject: named, note })
}

async function giveUp({ tools, kind, taken }: Attempted, how: 'failed' | 'cancelled', note: string): Promise<void> {
  await writeAs(tools.pool, taken.tenantId, async (tx) => {
    await kind.unfinished?.(tx, taken.input, { how, note, language: taken.language, userId: String(taken.userId) })
    await endAttempt(tx, taken, how, { note })
    if (how === 'failed' && !kind.tells) tell(tx, kind, taken, note)
  })
}

const back = async (pool: pg.Pool, taken: ClaimedJob, seconds: number, isLost: boolean): Promise<Ended> => {
  await writeAs(pool, taken.tenantId, async (tx) => tx.later(requeueJob(taken, seconds, isLost)))
  return 'again'
}

async function settle(of: Attempted, error: unknown): Promise<Ended> {
  const { tools, kind, taken, log } = of
  const why = of.aborted()
  if (why === 'overtaken' || error instanceof Overtaken) return 'overtaken'
  if (why === 'stopping') return back(tools.pool, taken, 0, false)
  if (why === 'cancelled') {
    await giveUp(of, 'cancelled', cancelled[taken.language])
    return 'cancelled'
  }
  if (error instanceof Refusal && error.code === 'busy') return back(tools.pool, taken, againSeconds, false)
  if (isClash(error)) return back(tools.pool, taken, 0, true)
  if (isPassing(error)) return back(tools.pool, taken, againSeconds, true)
  const own = error instanceof Refusal ? undefined : kind.explain?.(error, taken.input)
  if (!(error instanceof Refusal)) log.error({ err: error, job: taken.id, kind: taken.kind }, 'a job has failed')
  const note =
    own?.[taken.language] ??
    (error instanceof Refusal
      ? sentence(error.code, error.parameters, taken.language)
      : sentence('unknown', { request: taken.id.slice(-8) }, taken.language))
  await giveUp(of, 'failed', note)
  return 'failed'
}

/** What a job is that its own work has ended in its own transaction. */
async function endedItself({ tools, taken }: Attempted): Promise<Ended> {
  const [found] = await readAs(tools.pool, taken.tenantId, [
    {
      text: 'select status from background_job where tenant_id = $1 and id = $2 and attempt = $3',
      values: [taken.tenantId, taken.id, taken.attempt],
    },
  ])
  const status = found!.rows[0]?.status
  return status === 'done' || status === 'failed' || status === 'cancelled' ? status : 'overtaken'
}

/** Works on a job that was taken, as its person is now, and ends it or hands it back. Throws only when the end cannot be written. */
export async function attempt(of: Attempted): Promise<Ended> {
  try {
    if (of.taken.lost >= mostRestarts) throw new Refusal('rule', { ...lostTooOften })
    const context = await contextOf(of)
    const { taken, signal } = of
    signal.throwIfAborted()
    const outcome = await of.kind.run({
      attempt: { tenantId: taken.tenantId, id: taken.id, attempt: taken.attempt },
      input: taken.input,
      context,
      startedAt: taken.startedAt,
      signal,
      say: of.say,
    })
    await finish(of, outcome)
    return 'done'
  } catch (error) {
    try {
      if (error instanceof Overtaken) return await endedItself(of)
      return await settle(of, error)
    } catch (late) {
      if (late instanceof Overtaken) return endedItself(of)
      throw late
    }
  }
}
