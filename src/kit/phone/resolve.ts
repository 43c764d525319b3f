import type { OpTarget } from '#contract/sync.ts'
import { exportOps } from '#src/data/outbox/export-ops.ts'
import { keepNote } from '#src/data/outbox/keep-note.ts'
import { type Op, sameIdentity } from '#src/data/outbox/op.ts'
import { AlreadyResolved, discard, type ResolveEnv, resend, retry } from '#src/data/outbox/resolve.ts'
import { stuckPhotos, withoutPhotos } from '#src/data/outbox/without-photos.ts'
import { saveFile } from '#src/kit/save-file.ts'
import { type PhoneStore, phoneStore } from './phone-store.ts'

const envOf = (of: PhoneStore): ResolveEnv => ({ store: of.outbox, clock: { now: Date.now, mono: () => performance.now() } })

const sendNow = (of: PhoneStore): void => {
  of.wakeLater()
  void of.kick('tap')
}

/** Sends a record that waits for the person again unchanged, or the photos that block it. Throws AlreadyResolved. */
export async function sendAgain(op: Op): Promise<void> {
  const of = phoneStore()
  const stuck = stuckPhotos((await of.outbox.read()).ops, op)
  for (const one of stuck.length > 0 ? stuck : [op]) await retry(envOf(of), one.id)
  sendNow(of)
}

/** Sends a record as a new one, based on the newest version of what it changes, with another body when one is given. Throws AlreadyResolved. */
export async function sendAnew(op: Op, body: unknown = op.body): Promise<void> {
  const of = phoneStore()
  const seen = versionOf(op.current)
  await resend(envOf(of), op.id, { body, ...(seen === undefined ? {} : { baseVersion: seen }), base: op.base })
  sendNow(of)
}

const versionOf = (row: Op['current']): number | undefined => (typeof row?.version === 'number' ? row.version : undefined)

/** Sends a record without the photos that block it, which are discarded for the reason. Throws AlreadyResolved. */
export async function sendWithout(op: Op, reason: string): Promise<void> {
  const of = phoneStore()
  await withoutPhotos(envOf(of), op.id, reason)
  sendNow(of)
}

/** Keeps a refused record, with what depends on it, as a note in the history of another one. Throws AlreadyResolved. */
export async function keepAsNote(op: Op, on: OpTarget, reason: string): Promise<void> {
  const of = phoneStore()
  await keepNote(envOf(of), op.id, on, reason)
  sendNow(of)
}

/** Hands records with their photos to the browser's downloads, as one archive. */
export async function saveRecords(ops: readonly Op[]): Promise<void> {
  const now = new Date()
  const day = now.toISOString().slice(0, 16).replaceAll(':', '')
  saveFile({ blob: await exportOps(phoneStore().outbox, ops, now), name: `wardkeeper-${day}.zip` })
}

/**
 * Throws records of the signed-in person away, with what depends on them, and leaves a note for the server in the place of each. They are taken out of
 * the flusher's hands first; one that was sent meanwhile has arrived and stays. Returns how many were discarded.
 */
export async function throwAway(ids: readonly string[], reason: string): Promise<number> {
  const of = phoneStore()
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

const isWaiting = (op: Op, of: PhoneStore, ids: readonly string[]): boolean =>
  op.state === 'pending' && sameIdentity(op, of.who) && ids.includes(op.id)

const held = (op: Op): Op => ({ ...op, state: 'rejected', lastError: { code: 'given_up', at: Date.now() } })
