import { canonical } from '#contract/sync/sync.ts'
import type { CacheStore } from '#src/data/cache/cache-port.ts'
import { signedIn } from '#src/data/outbox/identity.ts'
import type { Changes, FileReply, Locks, OutboxStore, Photo, PushReply, Transport } from '#src/data/outbox/ports.ts'
import type { Runner } from '#src/data/outbox/send/runner.ts'
import { type EnqueueEnv, enqueue } from '#src/data/outbox/store/enqueue.ts'
import { type KindBook, kindBook, type Row, setFields } from '#src/data/outbox/store/kinds.ts'
import { type Identity, type Op, sameIdentity } from '#src/data/outbox/store/op.ts'
import { createPhoneSync } from '#src/data/pull/phone-sync.ts'
import { type PullReply, type PullTransport, pullRound } from '#src/data/pull/pull-round.ts'
import type { FakeServer } from './fake-server.ts'
import type { Realm, World } from './world.ts'

const addNote = (row: Row | undefined, op: Op): Row => {
  const notes = (row?.notes as string[] | undefined) ?? []
  return { ...row, id: op.target.id, notes: notes.includes(op.id) ? notes : [...notes, op.id] }
}

export const testKinds: KindBook = kindBook([
  { kind: 'note.add', reduce: addNote },
  { kind: 'card.set', reduce: setFields },
  { kind: 'poison' },
])

/** Probabilities of the faults of a request. */
export interface Weather {
  dropBefore: number
  dropAfter: number
  duplicate: number
  html: number
  status5xx: number
  busy: number
  expire: number
  renewFails: number
  unreadable: number
}

export const calm: Weather = {
  dropBefore: 0,
  dropAfter: 0,
  duplicate: 0,
  html: 0,
  status5xx: 0,
  busy: 0,
  expire: 0,
  renewFails: 0,
  unreadable: 0,
}

export interface Tab extends Realm {
  /** Whose page it is. */
  who: Identity
  runner: Runner
  store: OutboxStore
  env: EnqueueEnv
}

const summary = (reply: PushReply): string =>
  reply.kind === 'answer'
    ? `${reply.answer.epoch} ${reply.answer.results.map((one) => `${one.outcome} ${one.code ?? ''}`).join(', ')}`
    : JSON.stringify(reply)

/** One phone: a store, cookies and locks shared by its tabs. */
export class Phone {
  tabs: Tab[] = []
  /** The cookie jar. */
  session: { who: Identity; valid: boolean } | null = null
  clockOffset = 0
  /** The order that each op was given at storing. */
  readonly order = new Map<string, number>()
  /** Ops reported to a person as saved. */
  readonly saved = new Set<string>()
  /** Ops a person threw away or replaced. */
  readonly given = new Set<string>()
  private readonly held = new Map<string, Realm>()
  /** Two log-ins at once would leave the cookies of one and the name of the other. */
  private signingIn: Realm | undefined
  get isSigningIn(): boolean {
    return this.signingIn?.alive === true
  }
  private opened = 0
  private minted = 0

  constructor(
    readonly id: string,
    private readonly world: World,
    private readonly server: FakeServer,
    readonly inner: OutboxStore,
    readonly weather: () => Weather,
    private readonly useLock: boolean,
    private readonly newCache: (who: Identity) => CacheStore,
  ) {}

  hasCacheOf(who: Identity): boolean {
    return this.caches.has(`${who.tenantId} ${who.userId}`)
  }
  private readonly caches = new Map<string, CacheStore>()
  cacheOf(who: Identity): CacheStore {
    const key = `${who.tenantId} ${who.userId}`
    const cache = this.caches.get(key) ?? this.newCache(who)
    this.caches.set(key, cache)
    return cache
  }

  now(): number {
    return 1_700_000_000_000 + this.world.time + this.clockOffset
  }

  alive(): Tab[] {
    this.tabs = this.tabs.filter((tab) => tab.alive)
    return this.tabs
  }

  /** Opens a page for the signed-in person. */
  open(): Tab {
    this.opened += 1
    const realm = { name: `${this.id}/tab${this.opened}`, alive: true }
    const store = this.storeFor(realm)
    const env = {
      store,
      clock: { now: () => this.now(), mono: () => this.world.time },
      kinds: testKinds,
      fingerprint: async (op: { kind: string; target: { type: string; id: string }; body: unknown }) =>
        canonical([op.kind, op.target, op.body]),
      mintId: () => this.mint(),
    }
    const who = this.session?.who ?? { tenantId: '', userId: '' }
    const tab: Tab = Object.assign(realm, { who, store, env, runner: this.runnerFor(realm, env, who) })
    this.tabs.push(tab)
    return tab
  }

  private runnerFor(realm: Realm, env: EnqueueEnv, who: Identity): Runner {
    return createPhoneSync({
      ...env,
      who,
      cache: this.cacheFor(realm, who),
      transport: this.transportFor(realm),
      locks: this.locksFor(realm),
      random: this.world.random,
      // Few, so that queues of a few ops are read in parts.
      near: 3,
      client: '1',
      sleep: (ms, signal) => this.sleep(realm, ms, signal),
      onError: (error) => {
        throw error
      },
    })
  }

  /** One more pull, as a person who pulls the page down makes it. */
  pull(tab: Tab, who: Identity): ReturnType<typeof pullRound> {
    const env = { outbox: tab.store, transport: this.transportFor(tab), locks: this.locksFor(tab) }
    return pullRound({ ...env, who, cache: this.cacheFor(tab, who) })
  }

  mint(): string {
    this.minted += 1
    return `${this.id}-${this.minted}`
  }

  /** The log-in: cookies first, then the queue is told. */
  async signIn(tab: Tab, who: Identity): Promise<void> {
    if (this.signingIn?.alive) return
    this.signingIn = tab
    await this.world.step(tab, `log in ${who.userId}`, () => {
      this.session = { who, valid: true }
    })
    await signedIn(tab.store, who)
    tab.runner.stop()
    tab.who = who
    tab.runner = this.runnerFor(tab, tab.env, who)
    this.signingIn = undefined
    await tab.runner.kick('login')
  }

  async write(tab: Tab, who: Identity, draft: Parameters<typeof enqueue>[2], photos: readonly Photo[] = []): Promise<string> {
    const id = await enqueue(tab.env, who, draft, photos)
    this.saved.add(id)
    void tab.runner.kick('enqueue')
    return id
  }

  private sleep(realm: Realm, ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true })
      this.world.later('wake', ms, () => {
        if (realm.alive) resolve()
      })
    })
  }

  private storeFor(realm: Realm): OutboxStore {
    return {
      read: (want) => this.world.step(realm, 'read', () => this.inner.read(want)),
      blob: (id) =>
        this.world.step(realm, 'blob', () => {
          if (this.world.chance(this.weather().unreadable)) throw new Error('the photo cannot be read')
          return this.inner.blob(id)
        }),
      update: (decide, want) =>
        this.world.step(realm, 'update', async () => {
          let added = false
          const value = await this.inner.update((snapshot) => {
            const changes = decide(snapshot)
            added = Boolean(changes.add?.length || changes.put?.some((op) => !this.order.has(op.id)))
            return changes as Changes<typeof changes.value>
          }, want)
          if (added) for (const op of (await this.inner.read()).ops) this.order.set(op.id, op.seq)
          return value
        }),
    }
  }

  private cacheFor(realm: Realm, who: Identity): CacheStore {
    const inner = this.cacheOf(who)
    return {
      read: () => this.world.step(realm, 'cache read', () => inner.read()),
      update: (want, decide) => this.world.step(realm, 'cache update', () => inner.update(want, decide)),
    }
  }

  private transportFor(realm: Realm): Transport & PullTransport {
    const { world, server } = this
    return {
      push: async (request, identity): Promise<PushReply> => {
        const now = this.weather()
        const frozen = structuredClone(request)
        const serve = () => {
          const session = this.session?.valid ? this.session.who : null
          return server.push(frozen, session, identity)
        }
        const sent = world.step<PushReply>(undefined, 'request', async () => {
          if (this.session && world.chance(now.expire)) this.session.valid = false
          if (world.chance(now.dropBefore)) return { kind: 'lost' }
          if (world.chance(now.html)) return { kind: 'lost' }
          if (world.chance(now.status5xx)) return { kind: 'status', http: world.pick([500, 502, 503]), code: 'busy' }
          if (world.chance(now.busy)) return { kind: 'status', http: 429, code: 'too_many_requests', retryAfterS: 5 }
          if (world.chance(now.duplicate)) void world.step(undefined, 'duplicate', () => void serve(), world.random() * 60_000)
          return { kind: 'lost', deliver: true } as PushReply
        })
        const fate = await sent
        if (!('deliver' in fate)) return world.step(realm, `push ${fate.kind}`, () => fate, fate.kind === 'lost' ? 30_000 : 50)
        const answer = await serve()
        world.note(`${realm.name} sent ${frozen.ops.map((op) => op.id)} under ${frozen.epoch}: ${summary(answer)}`)
        if (world.chance(now.dropAfter)) return world.step(realm, 'push answer lost', () => ({ kind: 'lost' }), 30_000)
        return world.step(realm, 'push answer', () => answer, 50 + world.random() * 200)
      },
      fileState: (fileId) => this.fileCall(realm, (session) => server.fileState(fileId, session)),
      filePart: (part, identity) => this.fileCall(realm, (session) => server.filePart(part, session, identity)),
      pull: async (request, identity): Promise<PullReply> => {
        const reply = await world.step<PullReply>(undefined, 'pull request', () => {
          const { dropBefore, dropAfter } = this.weather()
          if (world.chance(dropBefore) || world.chance(dropAfter)) return { kind: 'lost' }
          const session = this.session?.valid ? this.session.who : null
          if (session && !sameIdentity(session, identity)) return { kind: 'status', http: 403, code: 'identity_mismatch' }
          const answer = server.pull(request, session)
          return 'http' in answer ? { kind: 'status', ...answer } : { kind: 'answer', answer }
        })
        return world.step(realm, 'pull answer', () => reply, world.random() * 200)
      },
      renew: (identity) =>
        world.step(realm, 'renew', () => {
          if (world.chance(this.weather().renewFails)) return 'refused'
          if (!this.session || this.session.who.userId !== identity.userId || this.session.who.tenantId !== identity.tenantId)
            return 'refused'
          this.session.valid = true
          return 'renewed'
        }),
    }
  }

  private async fileCall(realm: Realm, serve: (session: Identity | null) => Promise<FileReply>): Promise<FileReply> {
    const { world } = this
    const now = this.weather()
    const isLost = await world.step(undefined, 'file request', () => {
      if (this.session && world.chance(now.expire)) this.session.valid = false
      return world.chance(now.dropBefore) || world.chance(now.html)
    })
    if (isLost) return world.step(realm, 'file lost', () => ({ kind: 'lost' }), 30_000)
    if (world.chance(now.status5xx)) return world.step(realm, 'file fails', () => ({ kind: 'status', http: 503, code: 'busy' }), 50)
    const session = () => (this.session?.valid ? this.session.who : null)
    if (world.chance(now.duplicate)) void world.step(undefined, 'file again', () => void serve(session()), world.random() * 60_000)
    const reply = await serve(session())
    if (world.chance(now.dropAfter)) return world.step(realm, 'file answer lost', () => ({ kind: 'lost' }), 30_000)
    return world.step(realm, 'file answer', () => reply, 50 + world.random() * 200)
  }

  private locksFor(realm: Realm): Locks {
    const { world, held } = this
    const take = (name: string) =>
      world.step(realm, `lock ${name}`, () => {
        if (this.useLock && held.get(name)?.alive) return false
        held.set(name, realm)
        return true
      })
    const release = (name: string): void => {
      if (held.get(name) === realm) held.delete(name)
    }
    const attempt: Locks['attempt'] = async (name, work) => {
      if (!(await take(name))) return undefined
      try {
        return await work()
      } finally {
        release(name)
      }
    }
    const wait: Locks['wait'] = async (name, limitMs, work) => {
      const end = world.time + limitMs
      while (!(await take(name))) {
        if (world.time > end) return undefined
        await world.step(realm, 'lock wait', () => {}, 200)
      }
      try {
        return await work()
      } finally {
        release(name)
      }
    }
    return { attempt, wait }
  }
}
