import pg from 'pg'

/** The locks that say which jobs this process works on. They end with the connection, and that with the process. */
export interface JobLocks {
  /** Takes the lock of a job; false when another process has it. */
  hold(id: string): Promise<boolean>
  /** Asks for the lock of a job that this process works on although another has it: `renew` takes it as soon as it is free. */
  want(id: string): void
  /** Takes the locks that a broken connection has lost, and those that are wanted. */
  renew(): Promise<void>
  release(id: string): Promise<void>
  end(): Promise<void>
}

const lock = 'select pg_try_advisory_lock(hashtextextended($1, 21)) as held'
const unlock = 'select pg_advisory_unlock(hashtextextended($1, 21))'

/** Locks on a connection of their own, which is opened with the first job. */
export function jobLocks(url: string): JobLocks {
  let opening: Promise<pg.Client> | undefined
  const held = new Set<string>()
  const missing = new Set<string>()

  const open = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: url, keepAlive: true })
    const lost = (): void => {
      opening = undefined
      for (const id of held) missing.add(id)
      held.clear()
    }
    client.on('error', lost)
    client.on('end', lost)
    await client.connect()
    return client
  }
  const connection = (): Promise<pg.Client> => {
    opening ??= open().catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }
  const take = async (id: string): Promise<boolean> => {
    const client = await connection()
    return (await client.query<{ held: boolean }>(lock, [id])).rows[0]?.held === true
  }
  return {
    async hold(id) {
      const isHeld = await take(id)
      if (isHeld) held.add(id)
      return isHeld
    },
    want(id) {
      missing.add(id)
    },
    async renew() {
      for (const id of [...missing]) {
        // Not held by accident: the work may have ended, or the connection broken, while this waited.
        if (!(await take(id))) continue
        if (missing.delete(id)) held.add(id)
        else await (await connection()).query(unlock, [id])
      }
    },
    async release(id) {
      missing.delete(id)
      if (!held.delete(id)) return
      await (await connection()).query(unlock, [id])
    },
    async end() {
      held.clear()
      missing.clear()
      const client = await opening?.catch(() => undefined)
      await client?.end()
    },
  }
}
