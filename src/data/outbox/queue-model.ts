import { DISCARD_KIND } from '#contract/sync.ts'
import { FILE_KIND } from '#contract/sync-blobs.ts'
import { isParked } from './backoff.ts'
import { type Op, sameIdentity } from './op.ts'
import type { Snapshot } from './ports.ts'

/** What a person sees of one op. `parked`: the server fails on it, hourly retry. `foreign`: waits for the sign-in of its author. */
export type ShownState = 'sending' | 'waiting' | 'behind' | 'blocked' | 'parked' | 'foreign' | 'conflict' | 'rejected' | 'needs_update'
/** `without`: the record is sent without the photo that blocks it. */
export type QueueAction = 'retry' | 'resend' | 'without' | 'discard'

export interface QueueItem {
  op: Op
  state: ShownState
  /** Keys into the words: the state's, and the error's when there is one. */
  words: { state: string; error?: string }
  /** The op this one waits for, when it waits for another. */
  behind?: string
  /** How many photos belong to it, and how many of them are still to be sent. */
  photos: { all: number; left: number }
  /** The photo among them that blocks it. */
  stuck?: Op
  actions: QueueAction[]
  attention: boolean
}

export interface QueueView {
  items: QueueItem[]
  /** Of the signed-in person, being sent or waiting. */
  waiting: number
  /** Of the signed-in person, waiting for the person. */
  attention: number
  /** Of other people of this phone. */
  foreign: number
  loginNeeded: boolean
  /** Server time of the newest answer, milliseconds; 0: never. */
  lastSync: number
}

const ACTIONS: Partial<Record<ShownState, QueueAction[]>> = {
  conflict: ['resend', 'discard'],
  rejected: ['retry', 'resend', 'discard'],
  needs_update: ['retry', 'discard'],
  parked: ['retry', 'discard'],
}

/** The queue page as plain values. `sending` are the ids under way in this tab. */
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
