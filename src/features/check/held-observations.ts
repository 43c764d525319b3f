import type { Observation } from './count-model.ts'

interface Held {
  readonly checkId: string
  isStored: boolean
}

/**
 * What this page has counted and withdrawn, from the moment it is said until a read of the phone's store shows it. A store takes its time on a slow
 * phone; the next code is judged by what was counted before it all the same.
 */
export class HeldObservations {
  private readonly added = new Map<string, Held & { readonly observation: Observation }>()
  private readonly withdrawn = new Map<string, Held>()

  add(checkId: string, observation: Observation): void {
    this.added.set(observation.opId, { checkId, observation, isStored: false })
  }

  withdraw(checkId: string, opId: string): void {
    this.withdrawn.set(opId, { checkId, isStored: false })
  }

  /** The write of an observation or of its withdrawal is in the store. */
  stored(opId: string): void {
    const held = this.withdrawn.get(opId) ?? this.added.get(opId)
    if (held) held.isStored = true
  }

  /** The write of an observation or of its withdrawal has failed: nothing happened. */
  failed(opId: string): void {
    if (!this.withdrawn.delete(opId)) this.added.delete(opId)
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
