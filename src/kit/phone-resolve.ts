import { type Op, sameIdentity } from '#src/data/outbox/op.ts'
import { AlreadyResolved, discard, type ResolveEnv, resend, retry } from '#src/data/outbox/resolve.ts'
import { type Station, station } from './phone-station.ts'

const envOf = (of: Station): ResolveEnv => ({ store: of.outbox, clock: { now: Date.now, mono: () => performance.now() } })

/** Sends a record that waits for the person again: as it is, or upon the newest version of what it changes. Throws AlreadyResolved. */
export async function sendAgain(op: Op, isChanged: boolean): Promise<void> {
  const of = station()
  if (isChanged) await resend(envOf(of), op.id, { body: op.body, baseVersion: versionOf(op.current), base: op.base })
  else await retry(envOf(of), op.id)
  of.wakeLater()
  void of.kick('tap')
}

const versionOf = (row: Op['current']): number | undefined => (typeof row?.version === 'number' ? row.version : undefined)

/**
 * Throws records of the signed-in person away, with what depends on them, and leaves a note for the server in the place of each. They are taken out of
 * the flusher's hands first; one that was sent meanwhile has arrived and stays. Answers how many were thrown away.
 */
export async function throwAway(ids: readonly string[], reason: string): Promise<number> {
  const of = station()
  await of.outbox.update(({ ops }) => ({ put: ops.filter((op) => isWaiting(op, of, ids)).map(held), value: undefined }))
  let gone = 0
  for (const id of ids) {
    try {
      gone += (await discard(envOf(of), id, reason)).length
    } catch (error) {
      if (!(error instanceof AlreadyResolved)) throw error
    }
  }
  of.wakeLater()
  void of.kick('enqueue')
  return gone
}

const isWaiting = (op: Op, of: Station, ids: readonly string[]): boolean =>
  op.state === 'pending' && sameIdentity(op, of.who) && ids.includes(op.id)

const held = (op: Op): Op => ({ ...op, state: 'rejected', lastError: { code: 'given_up', at: Date.now() } })
