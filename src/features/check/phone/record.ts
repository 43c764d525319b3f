import { v7 } from 'uuid'
import type { Photo } from '#src/data/outbox/ports.ts'
import type { Draft } from '#src/data/outbox/store/enqueue.ts'
import { sameIdentity } from '#src/data/outbox/store/op.ts'
import { write } from '#src/kit/phone/store/local-data.ts'
import { type PhoneStore, phoneStore } from '#src/kit/phone/store/phone-store.ts'
import type { FormBody } from '#src/kit/widgets/phone/fields/form-body.ts'
import { countAtOnce, observationOf, withdrawAtOnce } from './count-indexes.ts'
import type { DeptRow } from './use-count.ts'

export interface Seen {
  readonly checkId: string
  /** What was read; absent when the line was chosen from a list. */
  readonly code?: string
  /** The line that this phone takes it for. */
  readonly lineId?: string | undefined
  readonly locationId?: string | undefined
  readonly way: 'camera' | 'reader' | 'nfc' | 'typed' | 'list'
  /** What else is said of it. */
  readonly said?: Pick<FormBody, 'body' | 'photos'>
}

const target = (checkId: string) => ({ type: 'checkTask', id: checkId })

let tail: Promise<unknown> = Promise.resolve()

/** Stores writes in the order in which they were made, however long each takes. */
function writeInOrder(draft: Draft, photos?: readonly Photo[]): Promise<string> {
  const stored = tail.then(() => write(draft, photos))
  tail = stored.catch(() => undefined)
  return stored
}

/** Counts an observation at once, and stores it. */
function count(checkId: string, written: Draft & { id: string; lane: string }, photos?: readonly Photo[]): Promise<string> {
  const draft = { ...written, occurredAt: new Date().toISOString() }
  const stored = writeInOrder(draft, photos)
  countAtOnce(checkId, observationOf(draft, true), stored)
  return stored
}

/**
 * Counts an observation at once, keeps it on this phone and sends it when it can; resolves with its id once it is stored. What was seen twice arrives
 * in that order. Rejects when the phone cannot store it; it is not counted then.
 */
export function record({ checkId, code, lineId, locationId, way, said }: Seen, id: string = v7()): Promise<string> {
  const what = code === undefined ? { lineId } : { code }
  const draft = {
    id,
    kind: 'check.scan',
    target: target(checkId),
    lane: `inv:${checkId}:${lineId ?? code}`,
    body: { checkId, ...what, way, ...(locationId ? { locationId } : {}), ...said?.body },
  }
  return count(checkId, draft, said?.photos)
}

/** Withdraws an own observation at once, sent or not. Rejects when the phone cannot store that; it counts again then. */
export function withdraw(checkId: string, scanId: string, lineOrCode: string): Promise<string> {
  // Sent after the observation that it withdraws, although observations wait for no other op.
  const stored = writeInOrder({
    kind: 'check.withdraw',
    target: target(checkId),
    lane: `inv:${checkId}:${lineOrCode}`,
    deps: [scanId],
    body: { ids: [scanId] },
  })
  withdrawAtOnce(checkId, scanId, stored)
  return stored
}

/** Keeps what was found without being on the book, written down by hand. Rejects when the phone cannot store it. */
export function addSurplus(
  checkId: string,
  locationId: string | undefined,
  { body, photos }: Pick<FormBody, 'body' | 'photos'>,
): Promise<string> {
  const draft = {
    id: v7(),
    kind: 'check.addSurplus',
    target: target(checkId),
    lane: `inv:${checkId}:${String(body.code ?? body.deviceName)}`,
    body: { checkId, ...(locationId ? { locationId } : {}), ...body },
  }
  return count(checkId, draft, photos)
}

/** How many of the person's observations in a check wait for the person, so that the end of the count does not wait for them. */
export async function stuckIn(of: PhoneStore, checkId: string): Promise<number> {
  await tail
  const { ops } = await of.outbox.read()
  return ops.filter((op) => sameIdentity(op, of.who) && op.kind.startsWith('check.') && op.target.id === checkId && op.state !== 'pending')
    .length
}

/** Ends the count of a department, behind every observation of the check that still waits. Throws when the phone cannot store it. */
export async function finishDept(dept: DeptRow): Promise<void> {
  await tail
  const { outbox, who } = phoneStore()
  const { ops } = await outbox.read()
  const mine = ops.filter((op) => op.userId === who.userId && op.tenantId === who.tenantId)
  const before = mine.filter((op) => op.kind.startsWith('check.') && op.target.id === dept.checkId && op.state === 'pending')
  await write({
    kind: 'checkDept.finish',
    target: { type: 'checkDept', id: dept.id },
    lane: `checkDept:${dept.id}`,
    deps: before.map((op) => op.id),
    after: true,
    baseVersion: dept.version ?? 0,
    body: {},
  })
}
