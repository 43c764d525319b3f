import type { Observation } from './count-model.ts'

/** A write of this page that the phone's store may not show yet. */
export interface HeldWrite {
  readonly checkId: string
  isStored: boolean
}

/**
 * What this page has counted and withdrawn, from the moment it is said until a read of the phone's store shows it. A store takes its time on a slow
 * phone; the next code is judged by what was counted before it all the same.
 */
export class HeldObservations {
  private readonly added = new Map<string, HeldWrite & { readonly observation: Observation }>()
  private readonly withdrawn = new Map<string, HeldWrite>()

  add(checkId: string, observation: Observation): HeldWrite {
    const held = { checkId, observation, isStored: false }
    this.added.set(observation.opId, held)
    return held
  }

  withdraw(checkId: string, opId: string): HeldWrite {
    const held = { checkId, isStored: false }
    this.withdrawn.set(opId, held)
    return held
  }

  /** A write is in the store. */
  stored(held: HeldWrite): void {
    held.isStored = true
  }

  /** A write has failed: nothing happened. An observation and its withdrawal may both be on their way. */
  failed(failed: HeldWrite): void {
    for (const writes of [this.added, this.withdrawn]) for (const [id, held] of writes) if (held === failed) writes.delete(id)
  }

  /** A read of the store begins. Returns what to call with its end: the store shows by then what was stored now. */
  reads(): () => void {
    const shown = [this.added, this.withdrawn].map(
      (held) => [held, [...held].flatMap(([id, { isStored }]) => (isStored ? [id] : []))] as const,
    )
    return () => {
      for (const [held, ids] of shown) for (const id of ids) held.delete(id)
    }
  }

  /** The checks with something that a store may not show yet. */
  checks(): Set<string> {
    return new Set([...this.added.values(), ...this.withdrawn.values()].map(({ checkId }) => checkId))
  }

  /** A check's observations as stored, with what the store does not show yet. */
  over(checkId: string, stored: readonly Observation[]): Observation[] {
    const known = new Set(stored.map(({ opId }) => opId))
    const more = [...this.added.values()].filter((held) => held.checkId === checkId && !known.has(held.observation.opId))
    return [...stored, ...more.map(({ observation }) => observation)].filter(({ opId }) => !this.withdrawn.has(opId))
  }

  clear(): void {
    this.added.clear()
    this.withdrawn.clear()
  }
}
