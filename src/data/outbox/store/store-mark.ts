import type { Snapshot } from '../ports.ts'

/** Facts about the queue stored outside its database, to detect its loss. */
export interface StoreMark {
  deviceId: string
  /** seq of the newest op. */
  seq: number
  /** Number of ops, of all people, that had not arrived. */
  waiting: number
}

/** The mark of the current queue; undefined before the phone has an id. */
export const markOf = ({ ops, meta }: Snapshot, before?: StoreMark): StoreMark | undefined => {
  if (meta.deviceId === '') return undefined
  const known = before?.deviceId === meta.deviceId ? before.seq : 0
  return { deviceId: meta.deviceId, seq: Math.max(known, ops.at(-1)?.seq ?? 0), waiting: ops.length }
}

/** Number of records lost with the database that the mark was made for; undefined when it is still the same one or was never used. */
export const lostWith = ({ meta }: Snapshot, mark: StoreMark | undefined): number | undefined =>
  mark === undefined || mark.deviceId === meta.deviceId ? undefined : mark.waiting
