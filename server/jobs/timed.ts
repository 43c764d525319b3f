import type { FastifyBaseLogger } from 'fastify'
import { writeAs } from '#server/db/pool.ts'
import type { Query } from '#server/db/query.ts'
import type { Job, JobTools } from '#server/kit/jobs/job.ts'
import { type ClaimedJob, endAttempt, Overtaken, requeueJob } from '#server/kit/jobs/job-rows.ts'
import type { Abort, Ended } from './attempt.ts'

/** Abandons work when its signal aborts; its transaction ends with the connection. */
async function until(signal: AbortSignal, work: Promise<void>): Promise<void> {
  let stop = (): void => {}
  const stopped = new Promise<never>((_, fail) => {
    stop = () => fail(new Error('the program stops'))
    signal.addEventListener('abort', stop)
  })
  try {
    await Promise.race([work, stopped])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

const begun = (name: string): Query => ({
  text: 'update timed_job set begun_at = now(), ended_at = null, outcome = null, note = null where name = $1',
  values: [name],
})

/** Runs a timed job that was taken, on the connections of the jobs role, and writes down how it ended. */
export async function runTimed(
  given: { readonly tools: Omit<JobTools, 'now'>; readonly log: FastifyBaseLogger; readonly job: Job; readonly taken: ClaimedJob },
  signal: AbortSignal,
  aborted: () => Abort | undefined,
): Promise<Ended> {
  const { tools, log, job, taken } = given
  const write = (set: 'done' | 'failed', note: string | null): Promise<void> =>
    writeAs(tools.pool, taken.tenantId, async (tx) => {
      await endAttempt(tx, taken, set, { note })
      tx.later({ text: 'update timed_job set ended_at = now(), outcome = $2, note = $3 where name = $1', values: [job.name, set, note] })
    })
  try {
    await writeAs(tools.pool, taken.tenantId, async (tx) => tx.later(begun(job.name)))
    const work = job.run({ ...tools, now: new Date() })
    // Abandoned work may still fail.
    work.catch(() => {})
    await until(signal, work)
    await write('done', null)
    return 'done'
  } catch (error) {
    if (error instanceof Overtaken || aborted() === 'overtaken') return 'overtaken'
    if (aborted()) {
      await writeAs(tools.pool, taken.tenantId, async (tx) => tx.later(requeueJob(taken, 0, false)))
      return 'again'
    }
    log.error({ err: error, job: job.name }, 'a timed job has failed')
    await write('failed', error instanceof Error ? error.name : null)
    return 'failed'
  }
}
