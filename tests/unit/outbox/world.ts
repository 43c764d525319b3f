/** A repeatable source of numbers in [0, 1). */
export const seeded = (seed: number): (() => number) => {
  let state = (seed ^ 0x9e3779b9) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** A tab or worker: when it dies, its awaits never resolve. */
export interface Realm {
  name: string
  alive: boolean
}

interface Task {
  realm: Realm | undefined
  at: number
  name: string
  run: () => void | Promise<void>
}

/** Virtual time and all waiting steps of all tabs, the network and the server; every tick runs one of them, chosen by the seed. */
export class World {
  readonly random: () => number
  /** Milliseconds. */
  time = 0
  /** Probability that a tab dies at a step. */
  killRate = 0
  steps = 0
  readonly log: string[] = []
  private tasks: Task[] = []

  constructor(
    seed: number,
    private readonly logging = false,
  ) {
    this.random = seeded(seed)
  }

  note(text: string): void {
    if (this.logging) this.log.push(`${this.time} ${text}`)
  }

  chance(probability: number): boolean {
    return this.random() < probability
  }

  pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.random() * items.length)] as T
  }

  /** One await of a realm: the scheduler decides when it runs, and whether the realm dies before or after it. */
  step<T>(realm: Realm | undefined, name: string, act: () => T | Promise<T>, delayMs = 0): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const run = async (): Promise<void> => {
        if (realm && this.chance(this.killRate)) return this.kill(realm, `before ${name}`)
        try {
          const outcome = act()
          const value = outcome instanceof Promise ? await outcome : outcome
          if (realm && this.chance(this.killRate)) return this.kill(realm, `after ${name}`)
          this.note(`${realm?.name ?? 'net'} ${name}`)
          resolve(value)
        } catch (error) {
          reject(error)
        }
      }
      this.tasks.push({ realm, at: this.time + delayMs, name, run })
    })
  }

  /** Runs `act` later, on behalf of no person. */
  later(name: string, delayMs: number, act: () => void): void {
    this.tasks.push({ realm: undefined, at: this.time + delayMs, name, run: act })
  }

  kill(realm: Realm, why: string): void {
    realm.alive = false
    this.note(`${realm.name} dies ${why}`)
  }

  /** Runs one step; false when nothing waits. A rejected step of a dead realm is ignored. */
  tick(): Promise<void> | void | false {
    this.tasks = this.tasks.filter((task) => task.realm === undefined || task.realm.alive)
    if (this.tasks.length === 0) return false
    let ready = this.tasks.filter((task) => task.at <= this.time)
    if (ready.length === 0) {
      this.time = Math.min(...this.tasks.map((task) => task.at))
      ready = this.tasks.filter((task) => task.at <= this.time)
    }
    const chosen = this.pick(ready)
    this.tasks.splice(this.tasks.indexOf(chosen), 1)
    this.steps += 1
    return chosen.run()
  }
}
