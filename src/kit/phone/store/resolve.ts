import { homeTime } from '#contract/kit/time/moment.ts'
import type { OpTarget } from '#contract/sync/sync.ts'
import { exportOps } from '#src/data/outbox/export-ops.ts'
import { AlreadyResolved, discard, type ResolveEnv, resend, retry } from '#src/data/outbox/settle/resolve.ts'
import { keepNote } from '#src/data/outbox/store/keep-note.ts'
import { type Op, sameIdentity } from '#src/data/outbox/store/op.ts'
import { stuckPhotos, withoutPhotos } from '#src/data/outbox/store/without-photos.ts'
import { saveFile } from '#src/kit/save-file.ts'
import { type PhoneStore, phoneStore } from './phone-store.ts'

const envOf = (of: PhoneStore): ResolveEnv => ({ store: of.outbox, clock: { now: Date.now, mono: () => performance.now() } })

const sendNow = (of: PhoneStore): void => {
  of.wakeLater()
  void of.kick('tap')
}

/** Resends a record that waits for the person, or the photos that block it, unchanged. Throws AlreadyResolved. */
export async function sendAgain(op: Op): Promise<void> {
  const of = phoneStore()
  const stuck = stuckPhotos((await of.outbox.read()).ops, op)
  for (const one of stuck.length > 0 ? stuck : [op]) await retry(envOf(of), one.id)
  sendNow(of)
}

/** Resends a record as a new op based on the newest version of its row, optionally with a changed body. Throws AlreadyResolved. */
export async function sendAnew(op: Op, body: unknown = op.body): Promise<void> {
  const of = phoneStore()
  const seen = versionOf(op.current)
  await resend(envOf(of), op.id, { body, ...(seen === undefined ? {} : { baseVersion: seen }), base: op.base })
  sendNow(of)
}

const versionOf = (row: Op['current']): number | undefined => (typeof row?.version === 'number' ? row.version : undefined)

/** Resends a record without the photos that block it, which are discarded for the given reason. Throws AlreadyResolved. */
export async function sendWithout(op: Op, reason: string): Promise<void> {
  const of = phoneStore()
  await withoutPhotos(envOf(of), op.id, reason)
  sendNow(of)
}

/** Keeps a refused record and its dependents as a note in the history of another record. Throws AlreadyResolved. */
export async function keepAsNote(op: Op, on: OpTarget, reason: string): Promise<void> {
  const of = phoneStore()
  await keepNote(envOf(of), op.id, on, reason)
  sendNow(of)
}

/** Saves records with their photos as a ZIP, through the browser's downloads. */
export async function saveRecords(ops: readonly Op[]): Promise<void> {
  const now = new Date()
  const day = homeTime(now.toISOString()).slice(0, 16).replace(' ', 'T').replaceAll(':', '')
  saveFile({ blob: await exportOps(phoneStore().outbox, ops, now), name: `wardkeeper-${day}.zip` })
}

/**
 * Discards waiting records of the signed-in person with their dependents, leaving a note for the server in the place of each. They are marked as
 * rejected first, so that no flush takes them; a record that was sent meanwhile has arrived and stays. Returns the number of discarded ops.
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
