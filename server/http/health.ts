import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { readAs } from '#server/db/pool.ts'
import type { ContentStore } from '#server/kit/files/content-store.ts'
import { sharedAnswer } from '#server/kit/shared-answer.ts'
import { programVersion } from '#server/version.ts'

/** How long the database may take to answer before this process is called not ready. */
const patienceMs = 2000

const answersInTime = async (pool: pg.Pool): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error('late')), patienceMs)
  })
  try {
    await Promise.race([readAs(pool, '000000', [{ text: 'select 1' }]), late])
    return true
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}

/**
 * `/health`: the process lives. `/ready`: it takes requests, that is the database answers and it is not about to stop (503 otherwise), so that a
 * proxy routes elsewhere. While the store of files does not answer it is ready and says `files: "not answering"`: counting and repairs go on,
 * photos wait on the phones. Neither says anything about the data.
 */
export function health(app: FastifyInstance, pool: pg.Pool, contents: ContentStore): void {
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
  })
  app.get('/health', async (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok', version: programVersion }))
  // Anybody may ask, as often as they like: one look at a time, and none is kept for those who come after it.
  const look = sharedAnswer(0, () => Promise.all([answersInTime(pool), contents.answers()]))
  app.get('/ready', async (_, reply) => {
    const [database, files] = await look()
    const isReady = !isStopping && database
    return reply
      .header('cache-control', 'no-store')
      .code(isReady ? 200 : 503)
      .send({ status: isReady ? 'ready' : 'not ready', ...(files ? {} : { files: 'not answering' }) })
  })
}
