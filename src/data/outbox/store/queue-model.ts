import { DISCARD_KIND } from '#contract/sync/sync.ts'
import { FILE_KIND } from '#contract/sync/sync-blobs.ts'
import type { Snapshot } from '../ports.ts'
import { isParked } from '../send/backoff.ts'
import { type Op, sameIdentity } from './op.ts'

/** Displayed state of an op. `parked`: the server fails on it, retried hourly. `foreign`: waits until its author signs in. */
export type ShownState = 'sending' | 'waiting' | 'behind' | 'blocked' | 'parked' | 'foreign' | 'conflict' | 'rejected' | 'needs_update'
/** `without`: send the record without the photo that blocks it. */
export type QueueAction = 'retry' | 'resend' | 'without' | 'discard'

export interface QueueItem {
  op: Op
  state: ShownState
  /** Word keys of the state and, if there is one, of the error. */
  words: { state: string; error?: string }
  /** The op that this one waits for. */
  behind?: string
  /** Number of its photos, and how many are still to be sent. */
  photos: { all: number; left: number }
  /** The photo that blocks it. */
  stuck?: Op
  actions: QueueAction[]
  attention: boolean
}

export interface QueueView {
  items: QueueItem[]
  /** Records of the signed-in person that are being sent or wait. */
  waiting: number
  /** Records of the signed-in person that need a decision. */
  attention: number
  /** Records of other people on this phone. */
  foreign: number
  loginNeeded: boolean
  /** Server time of the last answer, milliseconds; 0: never. */
  lastSync: number
}

const ACTIONS: Partial<Record<ShownState, QueueAction[]>> = {
  conflict: ['resend', 'discard'],
  rejected: ['retry', 'resend', 'discard'],
  needs_update: ['retry', 'discard'],
  parked: ['retry', 'discard'],
}

/** View model of the queue page. `sending`: ids in flight in this tab. */
export const queueView = ({ ops, meta }: Snapshot, sending: ReadonlySet<string> = new Set()): QueueView => {
  const dead = new Set<string>()
  const headOf = new Map<string, Op>()
  const items: QueueItem[] = []
  const open = new Map(ops.map((op) => [op.id, op]))
  const withRecord = new Set(ops.flatMap((op) => op.deps))
  for (const op of ops) {
    if (op.kind === DISCARD_KIND || (op.kind === FILE_KIND && withRecord.has(op.id))) continue
    const files = op.deps.flatMap((dep) => open.get(dep) ?? []).filter((dep) => dep.kind === FILE_KIND)
    const stuck = files.find((file) => file.state !== 'pending' || isParked(file))
    const lane = `${op.tenantId} ${op.userId} ${op.lane}`
    const head = headOf.get(lane)
    if (head === undefined) headOf.set(lane, op)
    const deadDep = stuck?.id ?? op.deps.find((dep) => dead.has(dep))
    const openDep = op.deps.find((dep) => open.has(dep) && !files.some((file) => file.id === dep))
    const behind = deadDep ?? openDep ?? head?.id
    const state = stateOf(op, {
      mine: sameIdentity(op, meta.identity),
      sending: sending.has(op.id) || files.some((file) => sending.has(file.id)),
      blocked: deadDep !== undefined,
      behind: behind !== undefined,
    })
    if (state === 'blocked' || op.state !== 'pending') dead.add(op.id)
    const photos = { all: op.files?.length ?? 0, left: files.length }
    items.push({ ...itemOf(op, state, behind, stuck), photos, ...(stuck ? { stuck } : {}) })
  }
  const mine = items.filter((item) => item.state !== 'foreign')
  return {
    items,
    waiting: mine.filter((item) => !item.attention).length,
    attention: mine.filter((item) => item.attention).length,
    foreign: items.length - mine.length,
    loginNeeded: meta.identity === null || meta.loginNeeded,
    lastSync: meta.serverTime,
  }
}

const stateOf = (op: Op, is: { mine: boolean; sending: boolean; blocked: boolean; behind: boolean }): ShownState => {
  if (!is.mine) return 'foreign'
  if (op.state !== 'pending') return op.state
  if (is.sending) return 'sending'
  if (is.blocked) return 'blocked'
  if (isParked(op)) return 'parked'
  return is.behind ? 'behind' : 'waiting'
}

const itemOf = (op: Op, state: ShownState, behind: string | undefined, stuck: Op | undefined): Omit<QueueItem, 'photos'> => ({
  op,
  state,
  words: { state: `queue.state.${state}`, ...errorWord(stuck ?? op) },
  ...(behind && (state === 'behind' || state === 'blocked') ? { behind } : {}),
  actions: stuck && state === 'blocked' ? ['retry', 'without', 'discard'] : (ACTIONS[state] ?? []),
  attention: state === 'conflict' || state === 'rejected' || state === 'needs_update' || state === 'blocked' || state === 'parked',
})

const errorWord = ({ lastError }: Op): { error?: string } => (lastError ? { error: `queue.error.${lastError.code}` } : {})
