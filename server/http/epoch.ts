import type pg from 'pg'
import { writeAs } from '#server/db/pool.ts'

/** The epoch of the database, sent with every answer: everything that phones hold belongs to one. */
export interface Epoch {
  /** As this process knows it. */
  current(): string
  /** As the database says. */
  reload(): Promise<string>
  /** Takes notice of what another statement read of the database. */
  seen(epoch: string): void
  /** Ends an epoch, once for all concurrent callers: phones reload everything and resend what they sent lately. */
  end(epoch: string): Promise<string>
}

/** A server with another identity or history has other transaction numbers, which no cursor of a phone fits: its data has a new epoch. */
async function refuseOtherServer(pool: pg.Pool): Promise<void> {
  await writeAs(pool, '000000', async (tx) =>
    tx.later({
      text: `update sync_meta set system_id = s.id, timeline = s.timeline,
          epoch = case when system_id is null then epoch else gen_random_uuid() end,
          epoch_since = case when system_id is null then epoch_since else now() end
        from (select system_identifier::text as id, timeline_id as timeline from pg_control_system(), pg_control_checkpoint()) s
        where system_id is distinct from s.id or sync_meta.timeline is distinct from s.timeline`,
    }),
  )
}

/** Reads the epoch of the database, a new one when its rows have come to another server. */
export async function readEpoch(pool: pg.Pool): Promise<Epoch> {
  let epoch = ''
  const reload = async (): Promise<string> => {
    const { rows } = await pool.query<{ epoch: string }>('select epoch from sync_meta')
    epoch = rows[0]!.epoch
    return epoch
  }
  await refuseOtherServer(pool)
  await reload()
  return {
    current: () => epoch,
    reload,
    seen: (found) => {
      epoch = found
    },
    async end(old) {
      await writeAs(pool, '000000', async (tx) =>
        tx.later({ text: 'update sync_meta set epoch = gen_random_uuid(), epoch_since = now() where epoch = $1', values: [old] }),
      )
      return reload()
    },
  }
}
