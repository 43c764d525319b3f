import type { Snapshot } from './ports.ts'

/** Facts about the queue kept outside its own store, so that its loss is detected. */
export interface StoreMark {
  deviceId: string
  /** seq of the newest op. */
  seq: number
  /** How many ops, of all people, had not arrived. */
  waiting: number
}

/** The mark of a queue as it is; undefined before the phone has an id. */
export const markOf = ({ ops, meta }: Snapshot, before?: StoreMark): StoreMark | undefined => {
  if (meta.deviceId === '') return undefined
  const known = before?.deviceId === meta.deviceId ? before.seq : 0
  return { deviceId: meta.deviceId, seq: Math.max(known, ops.at(-1)?.seq ?? 0), waiting: ops.length }
}

/** How many records were lost with a store that differs from the marked one; undefined when it is the same, or was never used. */
export const lostWith = ({ meta }: Snapshot, mark: StoreMark | undefined): number | undefined =>
  mark === undefined || mark.deviceId === meta.deviceId ? undefined : mark.waiting
