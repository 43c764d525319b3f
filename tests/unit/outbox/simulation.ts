import { canonical, DISCARD_KIND } from '#contract/sync/sync.ts'
import { FILE_KIND, PART_BYTES } from '#contract/sync/sync-blobs.ts'
import type { CacheStore } from '#src/data/cache/cache-port.ts'
import type { OutboxStore, Photo, Snapshot } from '#src/data/outbox/ports.ts'
import { AlreadyResolved, discard, resend, retry } from '#src/data/outbox/settle/resolve.ts'
import { IdentityChanged } from '#src/data/outbox/store/enqueue.ts'
import { type Identity, type Op, sameIdentity } from '#src/data/outbox/store/op.ts'
import { queueView } from '#src/data/outbox/store/queue-model.ts'
import { FakeServer } from './fake-server.ts'
import { calm, Phone, type Tab, type Weather } from './phone.ts'
import { World } from './world.ts'

const HOURS = 3_600_000
/** A life takes about 300 steps, a long one 3,000. */
const MOST_STEPS = 30_000
/** Two parts. */
const picture = new ArrayBuffer(PART_BYTES + 10)
const people: Identity[] = [
  { tenantId: 't1', userId: 'ann' },
  { tenantId: 't1', userId: 'bob' },
  { tenantId: 't2', userId: 'ann' },
]

export interface Outcome {
  seed: number
  problems: string[]
  log: string[]
  steps: number
  effects: number
}

export interface Options {
  storeOf: (phone: string) => OutboxStore
  cacheOf: (phone: string, who: Identity) => CacheStore
  /** The rows that pages of this cache read. */
  readable: (cache: CacheStore) => Promise<Record<string, unknown>[]>
  logging?: boolean
  /** What people do in one life; 6 to 19 things when absent. */
  actions?: number
}

/** One seeded run of a few phones with faults; `advance` runs one step and returns false at the end. */
export class Simulation {
  readonly world: World
  readonly server: FakeServer
  readonly phones: Phone[]
  private weather: Weather
  private over = false
  private problems: string[] = []
  private written = 0

  constructor(
    readonly seed: number,
    private readonly options: Options,
  ) {
    this.world = new World(seed, options.logging)
    const { world } = this
    this.server = new FakeServer(
      () => 1_700_000_000_000 + world.time,
      () => world.step(undefined, 'server works', () => {}, world.random() * (world.chance(0.1) ? 4_000 : 40)),
    )
    const bad = () => world.random() * 0.2
    this.weather = {
      dropBefore: bad(),
      dropAfter: bad(),
      duplicate: bad(),
      html: bad() / 3,
      status5xx: bad() / 2,
      busy: bad() / 4,
      expire: bad() / 2,
      renewFails: bad(),
      unreadable: bad() / 4,
    }
    world.killRate = world.random() * 0.03
    const useLock = world.chance(0.7)
    this.phones = ['p', 'q'].slice(0, world.chance(0.5) ? 1 : 2).map((id) => {
      const cacheOf = (who: Identity) => options.cacheOf(id, who)
      return new Phone(id, world, this.server, options.storeOf(id), () => this.weather, useLock, cacheOf)
    })
    void this.live().catch((error: unknown) => {
      this.problems.push(`threw: ${error instanceof Error ? error.stack : String(error)}`)
      this.over = true
    })
  }

  /** Runs one step; false when the life is over. */
  advance(): Promise<void> | void | false {
    if (this.over) return false
    if (this.world.steps > MOST_STEPS) {
      this.problems.push(`no rest after ${MOST_STEPS} steps`)
      this.over = true
      return false
    }
    const ticked = this.world.tick()
    if (ticked !== false) return ticked
    this.problems.push('nothing moves any more')
    this.over = true
    return false
  }

  outcome(): Outcome {
    return {
      seed: this.seed,
      problems: this.problems,
      log: this.world.log,
      steps: this.world.steps,
      effects: this.server.state.effects.length,
    }
  }

  private pause(ms: number): Promise<void> {
    return this.world.step(undefined, 'time', () => {}, ms)
  }

  /** A wait for the scheduler, of any length. */
  private look<T>(read: () => Promise<T>): Promise<T> {
    return this.world.step(undefined, 'look', read)
  }

  private async live(): Promise<void> {
    const { world } = this
    for (const phone of this.phones) {
      // Small requests, so that a few ops fill several and two are under way at once.
      const batchSize = world.pick([50, 2, 1])
      await this.look(() => phone.inner.update(() => ({ meta: { batchSize }, value: undefined })))
      void phone.signIn(phone.open(), world.pick(people))
    }
    await this.pause(100)
    const actions = this.options.actions ?? 6 + Math.floor(world.random() * 14)
    for (let n = 0; n < actions; n += 1) {
      this.act(world.pick(this.phones))
      await this.pause(world.random() * (world.chance(0.2) ? 120_000 : 3_000))
    }
    this.weather = calm
    world.killRate = 0
    this.server.fault = () => undefined
    for (const phone of this.phones) await this.drain(phone)
    await this.verify()
    this.over = true
  }

  private act(phone: Phone): void {
    const { world } = this
    const tab = this.tabOf(phone)
    const who = phone.session?.who ?? world.pick(people)
    const dice = world.random()
    if (dice < 0.6) this.write(phone, tab, who)
    else if (dice < 0.68) world.kill(tab, 'by hand')
    else if (dice < 0.76) void phone.open().runner.kick('start')
    else if (dice < 0.84) void phone.signIn(tab, world.pick(people))
    else if (dice < 0.88) phone.clockOffset = world.pick([0, -86_400_000, 365 * 86_400_000, 600_000])
    else if (dice < 0.91) this.server.takeBackup()
    else if (dice < 0.93) this.restore()
    else if (dice < 0.95) this.server.touch(who.tenantId, 'card', world.pick(['1', '2', '3']))
    else this.resolve(phone, tab)
  }

  private tabOf(phone: Phone): Tab {
    const living = phone.alive()
    if (living.length > 0) return this.world.pick(living)
    const tab = phone.open()
    void tab.runner.kick('start')
    return tab
  }

  private write(phone: Phone, tab: Tab, who: Identity): void {
    const { world } = this
    const writes = 1 + Math.floor(world.random() * 3)
    for (let n = 0; n < writes; n += 1) {
      this.written += 1
      const card = world.pick(['1', '2', '3'])
      const target = { type: 'card', id: card }
      const version = this.server.state.rows.get(`${who.tenantId} card ${card}`)?.version ?? 0
      const draft = world.chance(0.06)
        ? { kind: 'poison', target, body: { n: this.written } }
        : world.chance(0.5)
          ? { kind: 'note.add', target, body: { n: this.written } }
          : { kind: 'card.set', target, body: { value: this.written }, baseVersion: version }
      const deps = world.chance(0.1) ? world.pick([[...phone.saved].slice(-1), []]) : []
      const lane = `card:${card}${world.chance(0.1) ? ':side' : ''}`
      const photos = draft.kind === 'note.add' && world.chance(0.15) ? this.photos(phone) : []
      const body = photos.length > 0 ? { ...draft.body, photos: photos.map((photo) => photo.id) } : draft.body
      const whole = { ...draft, body, lane, deps: this.depsOf(phone, who, deps) }
      void phone.write(tab, who, whole, photos).catch(this.expected(IdentityChanged))
    }
  }

  private photos(phone: Phone): Photo[] {
    return Array.from({ length: 1 + Math.floor(this.world.random() * 2) }, () => {
      const id = `f-${phone.mint()}`
      return { id, name: `${id}.jpg`, type: 'image/jpeg', size: picture.byteLength, sha256: `hash of ${id}`, bytes: picture }
    })
  }

  /** Only ops of the same person may be waited for. */
  private depsOf(phone: Phone, who: Identity, deps: string[]): string[] {
    return deps.filter((dep) => phone.order.has(dep) && this.ownerOf.get(dep) === `${who.tenantId} ${who.userId}`)
  }
  private readonly ownerOf = new Map<string, string>()

  private restore(): void {
    if (!this.server.restore()) return
    this.world.note(`server restored, ${this.server.epoch}`)
  }

  private expected(kind: new () => Error): (error: unknown) => void {
    return (error) => {
      if (!(error instanceof kind)) this.problems.push(`threw ${String(error)}`)
    }
  }

  private resolve(phone: Phone, tab: Tab): void {
    const { world } = this
    const work = async (): Promise<void> => {
      const { ops, meta } = await tab.store.read()
      const stuck = ops.filter((op) => op.state !== 'pending' && sameIdentity(op, meta.identity))
      if (stuck.length === 0) return
      const op = world.pick(stuck)
      const dice = world.random()
      const gone = new Set(phone.given)
      if (dice < 0.3) await retry(tab.env, op.id)
      else if (dice < 0.65) {
        const row = op.current as { version?: number } | null | undefined
        phone.given.add(op.id)
        await resend(tab.env, op.id, { body: op.body, baseVersion: op.kind === 'card.set' ? (row?.version ?? 0) : null })
      } else for (const id of await this.discarding(phone, tab, op, ops)) gone.add(id)
      void tab.runner.kick('tap')
    }
    void work().catch(this.expected(AlreadyResolved))
  }

  private async discarding(phone: Phone, tab: Tab, op: Op, ops: Op[]): Promise<string[]> {
    const doomed = new Set([op.id])
    for (const other of ops) if (other.deps.some((dep) => doomed.has(dep))) doomed.add(other.id)
    for (const id of doomed) phone.given.add(id)
    return discard(tab.env, op.id, 'test')
  }

  /** Every person who used the phone signs in twice more and does nothing else; the first one does not even sign in. */
  private async drain(phone: Phone): Promise<void> {
    const current = (await this.look(() => phone.inner.read())).meta.identity
    const others = people.filter((one) => !sameIdentity(one, current) && phone.hasCacheOf(one))
    const order = current ? [current, ...others] : others
    for (const [turn, who] of [...order, ...order].entries()) {
      while (phone.isSigningIn) await this.pause(100)
      const { meta } = await this.look(() => phone.inner.read())
      const isCurrent = sameIdentity(meta.identity, who) && sameIdentity(phone.session?.who ?? null, who) && !meta.loginNeeded
      const tab = this.tabOf(phone)
      if (!isCurrent) void phone.signIn(tab, who)
      // Every page follows who has signed in; here the pages of the person before are left to themselves, and another one is opened.
      else if (!phone.alive().some((one) => sameIdentity(one.who, who))) void phone.open().runner.kick('start')
      const end = this.world.time + 4 * HOURS
      for (let rest = await this.restOf(phone, who); rest !== ''; rest = await this.restOf(phone, who)) {
        if (this.world.time > end) {
          this.problems.push(`the queue of ${who.tenantId} ${who.userId} on ${phone.id} stands still: ${rest}`)
          break
        }
        await this.pause(2_000)
      }
      if (turn >= order.length) await this.verifyCache(phone, tab, who)
    }
  }

  /** After a whole pull the cache holds what the server has; other phones may still write, so it gets a few tries. */
  private async verifyCache(phone: Phone, tab: Tab, who: Identity): Promise<void> {
    let wrong = ''
    for (let tries = 0; tries < 5; tries += 1) {
      const outcome = await phone.pull(tab, who)
      const wanted = [...this.server.state.rows].filter(([key]) => key.startsWith(`${who.tenantId} `)).map(([, row]) => row)
      const held = await this.look(() => this.options.readable(phone.cacheOf(who)))
      const byId = (a: { id?: unknown }, b: { id?: unknown }) => String(a.id).localeCompare(String(b.id))
      wrong =
        canonical([...held].sort(byId)) === canonical([...wanted].sort(byId)) ? '' : `${outcome}, holds ${held.length} of ${wanted.length}`
      if (outcome === 'whole' && wrong === '') return
      await this.pause(1_000)
    }
    this.problems.push(`I4: cache of ${who.tenantId} ${who.userId} on ${phone.id}: ${wrong}`)
  }

  /** What is still to happen by itself: the log-in, the news of another epoch, the sending. Empty: nothing. */
  private async restOf(phone: Phone, who: Identity): Promise<string> {
    const { meta, ops } = await this.look(() => phone.inner.read())
    if (!sameIdentity(meta.identity, who)) return 'not signed in'
    if (meta.epoch !== null && meta.epoch !== this.server.epoch) return `knows ${meta.epoch}`
    return this.sendableOf(ops, who)
      .map((op) => `${op.id} ${op.kind} ${op.state}`)
      .join(', ')
  }

  /** Ops that only the flusher keeps in the queue. */
  private sendableOf(ops: Op[], who: Identity): Op[] {
    const mine = ops.filter((op) => sameIdentity(op, who))
    const stuckLanes = new Set<string>()
    const stuck = new Set<string>()
    return mine.filter((op) => {
      const waits = op.state !== 'pending' || stuckLanes.has(op.lane) || op.deps.some((dep) => stuck.has(dep))
      if (waits) {
        stuckLanes.add(op.lane)
        stuck.add(op.id)
      }
      return !waits
    })
  }

  private async verify(): Promise<void> {
    const { effects } = this.server.state
    const counts = new Map<string, number>()
    for (const effect of effects) counts.set(effect.op, (counts.get(effect.op) ?? 0) + 1)
    for (const [op, count] of counts) if (count > 1) this.problems.push(`I2: ${op} had ${count} effects`)
    for (const phone of this.phones) {
      const { ops, done, meta } = await this.look(() => phone.inner.read({ done: true }))
      const queued = new Map(ops.map((op) => [op.id, op]))
      for (const id of phone.saved) {
        const had = counts.has(id)
        if (had && queued.has(id) && queued.get(id)?.state === 'pending') this.problems.push(`I1: ${id} had its effect and is pending`)
        if (!had && !queued.has(id) && !phone.given.has(id)) this.problems.push(`I1: ${id} is lost`)
      }
      for (const op of done) {
        if (op.epoch !== this.server.epoch && meta.epoch === this.server.epoch) this.problems.push(`I1: ${op.id} is done in a lost epoch`)
        const ran = effects.find((effect) => effect.op === op.id)
        if (ran && (ran.userId !== op.userId || ran.tenantId !== op.tenantId)) this.problems.push(`I5: ${op.id} ran as ${ran.userId}`)
      }
    }
    for (const phone of this.phones) this.verifyShown(phone.id, await this.look(() => phone.inner.read()))
    for (const op of this.server.torn) this.problems.push(`I6: ${op} was taken without its photos`)
    this.verifyOrder()
  }

  /** What is left waits for a person, or behind something that does, and is shown as such. */
  private verifyShown(phone: string, snapshot: Snapshot): void {
    const { items } = queueView(snapshot)
    const held = new Set(items.filter((item) => item.attention).flatMap(({ op, stuck }) => [op.id, stuck?.id]))
    for (const { op, state, behind, attention } of items) {
      if (state === 'foreign' || attention) continue
      if (behind === undefined || !held.has(behind))
        this.problems.push(`I1: ${op.id} on ${phone} is shown as ${state} and nothing holds it`)
      held.add(op.id)
    }
  }

  private verifyOrder(): void {
    const last = new Map<string, { op: string; at: number }>()
    for (const effect of this.server.state.effects) {
      if (effect.kind === DISCARD_KIND || effect.kind === FILE_KIND) continue
      const phone = this.phones.find((one) => one.id === effect.deviceId)
      const at = phone?.order.get(effect.op) ?? -1
      const lane = `${effect.deviceId} ${effect.tenantId} ${effect.userId} ${effect.lane}`
      const before = last.get(lane)
      if (before && before.at > at) this.problems.push(`I3: ${effect.op} after ${before.op} in ${lane}`)
      last.set(lane, { op: effect.op, at })
    }
  }
}
