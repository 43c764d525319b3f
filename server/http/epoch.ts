import type pg from 'pg'

/** The epoch of the database, sent with every answer; asked once and again when the pull finds another. */
export interface Epoch {
  current(): string
  reload(): Promise<string>
}

/** Reads the epoch of the database. */
export async function readEpoch(pool: pg.Pool): Promise<Epoch> {
  let epoch = ''
  const reload = async (): Promise<string> => {
    const { rows } = await pool.query<{ epoch: string }>('select epoch from sync_meta')
    epoch = rows[0]!.epoch
    return epoch
  }
  await reload()
  return { current: () => epoch, reload }
}
