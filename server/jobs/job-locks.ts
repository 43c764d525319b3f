import pg from 'pg'

/** The locks that say which jobs this process works on. They end with the connection, and that with the process. */
export interface JobLocks {
  /** Takes the lock of a job; false when another process has it. */
  hold(id: string): Promise<boolean>
  /** Takes the locks again that a broken connection has lost. */
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
  let mustRenew = false

  const open = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: url, keepAlive: true })
    const lost = (): void => {
      opening = undefined
      mustRenew = held.size > 0
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
    async renew() {
      if (!mustRenew) return
      for (const id of held) await take(id)
      mustRenew = false
    },
    async release(id) {
      if (!held.delete(id)) return
      await (await connection()).query(unlock, [id])
    },
    async end() {
      held.clear()
      const client = await opening?.catch(() => undefined)
      await client?.end()
    },
  }
}
