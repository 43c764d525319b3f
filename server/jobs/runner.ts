import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { openPool, writeAs } from '#server/db/pool.ts'
import type { Tools } from '#server/kit/context.ts'
import { queueDue } from '#server/kit/jobs/due.ts'
import { type Job, type JobTools, timedOf } from '#server/kit/jobs/job.ts'
import { jobKinds, type Progress } from '#server/kit/jobs/job-kind.ts'
import { type ClaimedJob, claimJob, heartbeat } from '#server/kit/jobs/job-rows.ts'
import { type Candidate, pick } from '#server/kit/jobs/pick.ts'
import { onJobs } from '#server/kit/jobs/start-job.ts'
import { type Abort, attempt, type Ended } from './attempt.ts'
import type { JobFigures } from './figures.ts'
import { jobLocks } from './job-locks.ts'
import { runTimed } from './timed.ts'

/** A process looks for jobs that others have left or queued so often, ms; for its own at once. */
const lookMs = 5000
/** Heartbeats of running jobs, ms; progress is written more often. */
const beatMs = 5000
const progressMs = 700
/** How long jobs may run on when the program stops, and how long aborted ones may take to hand back. */
const graceMs = 3000
const abortMs = 5000
/** So many timed jobs run at a time in a process. */
const timedPlaces = 2

export interface RunnerOptions {
  readonly tools: Tools
  readonly log: FastifyBaseLogger
  readonly figures: JobFigures
  /** Timed jobs and what they work with; absent in a process that runs none. */
  readonly timed?: { readonly tools: Omit<JobTools, 'now'>; readonly jobs: ReadonlyMap<string, Job> }
}

interface Active {
  readonly taken: ClaimedJob
  readonly stop: AbortController
  why: Abort | undefined
}

/**
 * Works on jobs: takes what waits or was lost, tenant by tenant in turns, keeps their heartbeats, and hands back what is not done when the program stops.
 * Any number of processes do this on one database.
 */
export function startRunner({ tools, log, figures, timed }: RunnerOptions): { stop(): Promise<void> } {
  const url = String(tools.pool.options.connectionString)
  // Heartbeats continue while requests use every connection of the pool.
  const own = openPool(url, 1)
  const locks = jobLocks(url)
  const active = new Map<string, Active>()
  const works = new Set<Promise<void>>()
  const served = new Map<string, number>()
  let serial = 0
  let isStopping = false
  let looking: Promise<void> | undefined
  let lookAgain = false
  const isKnown = (kind: string): boolean => jobKinds.has(kind) || (timed !== undefined && timedOf(kind) !== undefined)
  const groupOf = (kind: string): string => (timedOf(kind) ? 'timed' : kind)
  const free = (kind: string): number => {
    const busy = [...active.values()].filter(({ taken }) => groupOf(taken.kind) === groupOf(kind)).length
    return (jobKinds.get(kind)?.places(tools) ?? timedPlaces) - busy
  }
  const abort = (one: Active, why: Abort): void => {
    one.why ??= why
    one.stop.abort(new Error(why))
  }

  /** Writes heartbeat and progress; ends an attempt that was cancelled or overtaken. */
  const say = async (one: Active, progress: Progress | undefined): Promise<void> => {
    const { rows } = await writeAs(own, one.taken.tenantId, (tx) => tx.run(heartbeat(one.taken, progress)))
    if (!active.has(one.taken.id)) return
    if (!rows[0]) abort(one, 'overtaken')
    else if (rows[0].is_cancelled) abort(one, 'cancelled')
  }

  const run = async (one: Active): Promise<Ended> => {
    const job = timedOf(one.taken.kind)
    let progress: Progress | undefined
    let said = 0
    let saying: Promise<void> = Promise.resolve()
    const tell = (): void => {
      said = Date.now()
      const now = progress
      saying = saying.then(() => say(one, now)).catch((error: unknown) => log.warn({ err: error }, 'a heartbeat of a job failed'))
    }
    const timer = setInterval(tell, beatMs)
    try {
      if (job && timed) return await runTimed({ tools: timed.tools, log, job, taken: one.taken }, one.stop.signal, () => one.why)
      return await attempt({
        tools,
        log,
        kind: jobKinds.get(one.taken.kind)!,
        taken: one.taken,
        signal: one.stop.signal,
        aborted: () => one.why,
        say(now) {
          progress = now
          if (Date.now() - said > progressMs) tell()
        },
      })
    } finally {
      clearInterval(timer)
      await saying
    }
  }

  const work = async (taken: ClaimedJob): Promise<void> => {
    const one: Active = { taken, stop: new AbortController(), why: undefined }
    active.set(taken.id, one)
    figures.running = active.size
    try {
      const ended = await run(one)
      const key = `${taken.kind} ${ended}`
      figures.ended.set(key, (figures.ended.get(key) ?? 0) + 1)
    } catch (error) {
      // It stays this attempt's until its lock is gone; another look then finds it.
      log.error({ err: error, job: taken.id }, 'the end of a job could not be written')
    } finally {
      active.delete(taken.id)
      figures.running = active.size
      await locks.release(taken.id).catch(() => {})
      look()
    }
  }

  /** Takes jobs one by one, each time the best that is left. */
  const takeSome = async (): Promise<void> => {
    const { rows } = await own.query<{ tenant_id: string; id: string; kind: string }>('select tenant_id, id, kind from jobs_to_begin()')
    let left: Candidate[] = rows
      .map((row) => ({ tenantId: row.tenant_id, id: row.id, kind: row.kind }))
      .filter(({ id, kind }) => isKnown(kind) && !active.has(id))
    figures.waiting = left.length
    while (!isStopping) {
      const [next] = pick(left, free, served)
      if (!next) return
      left = left.filter((one) => one !== next)
      const isHeld = await locks.hold(next.id)
      const perTenant = timedOf(next.kind) ? 1 : jobKinds.get(next.kind)?.perTenant
      const taken = await writeAs(own, next.tenantId, (tx) => claimJob(tx, next, isHeld, perTenant))
      if (!taken) {
        await locks.release(next.id)
        continue
      }
      if (!isHeld) locks.want(next.id)
      figures.waiting--
      served.set(next.tenantId, ++serial)
      const one = work(taken)
      works.add(one)
      void one.finally(() => works.delete(one))
    }
  }

  const lookOnce = async (): Promise<void> => {
    await locks.renew()
    if (timed) await writeAs(timed.tools.pool, '000000', (tx) => queueDue(tx, timed.jobs.values(), Date.now()))
    await takeSome()
  }

  /** Looks for jobs now; a look that is asked for meanwhile follows. */
  function look(): void {
    if (isStopping) return
    if (looking !== undefined) {
      lookAgain = true
      return
    }
    lookAgain = false
    looking = lookOnce()
      .catch((error: unknown) => log.warn({ err: error }, 'looking for jobs failed'))
      .finally(() => {
        looking = undefined
        if (lookAgain) look()
      })
  }

  onJobs(tools.pool, (cancelled) => {
    const one = cancelled === undefined ? undefined : active.get(cancelled)
    if (one) abort(one, 'cancelled')
    else look()
  })
  const timer = setInterval(look, lookMs)
  look()
  return {
    async stop() {
      isStopping = true
      clearInterval(timer)
      onJobs(tools.pool, () => {})
      await looking
      const all = (): Promise<unknown> => Promise.all(works)
      await Promise.race([all(), sleep(graceMs, undefined, { ref: false })])
      for (const one of active.values()) abort(one, 'stopping')
      await Promise.race([all(), sleep(abortMs, undefined, { ref: false })])
      await Promise.all([locks.end(), own.end()])
    },
  }
}
