import { liveQuery } from 'dexie'
import { phoneKinds } from '#src/app/phone-kinds.ts'
import { openCache } from '#src/data/cache/cache-db.ts'
import { dexieCache, readMeta } from '#src/data/cache/dexie-cache.ts'
import { browserEnv, sleep } from '#src/data/outbox/browser-env.ts'
import { signedIn, signedOut } from '#src/data/outbox/identity.ts'
import type { OutboxStore, SignedIn, Snapshot } from '#src/data/outbox/ports.ts'
import { askBackgroundSync, startTriggers } from '#src/data/outbox/send/triggers.ts'
import { ensureDevice } from '#src/data/outbox/store/dexie-store.ts'
import { sweepPhotos } from '#src/data/outbox/store/kept-photos.ts'
import { sameIdentity } from '#src/data/outbox/store/op.ts'
import { mirroredStore } from '#src/data/outbox/store/queue-mirror.ts'
import { queueView } from '#src/data/outbox/store/queue-model.ts'
import { pacedRead } from '#src/data/paced-read.ts'
import { createPhoneSync } from '#src/data/pull/phone-sync.ts'
import { pullRound } from '#src/data/pull/pull-round.ts'
import { type Person, type Session, useSession } from '#src/data/session.ts'
import { rememberPerson } from '#src/features/identity/people/known-people.ts'
import { type PhoneStore, usePhoneStore } from '#src/kit/phone/store/phone-store.ts'
import { noticeLoss, rememberStore, useStoreNews } from '#src/kit/phone/store/store-news.ts'

/** How often the queue view is updated while it changes constantly, milliseconds. */
const SHOWN_EVERY_MS = 250
/** How often a page in view asks for news, milliseconds. */
const LOOK_MS = 60_000

type Env = ReturnType<typeof browserEnv>
/** `pages`: the queue as pages read it; `refresh`: reads the data of the pages again at once, without waiting for the browser's event. */
type Followed = Env & { pages: OutboxStore; refresh: () => Promise<void> }

const whoOf = ({ tenantId, user_id: userId, realName: name }: Person): SignedIn => ({ tenantId, userId, name })

/** The person for whom the server answers; it answers no calls while the password is one that another person gave. */
const answered = ({ person }: Session): Person | undefined => (person?.mustChange || person?.mustEnrol ? undefined : person)

/** Opens the stores of the signed-in person, now and after every sign-in, and keeps the state that the pages show. Once per page. */
export function startPhoneStore(client: string): void {
  const env = browserEnv(client, phoneKinds, async (photo) => (await import('#src/data/outbox/send/shrink-photo.ts')).shrinkAgain(photo))
  let sending: readonly string[] = []
  let latest: Snapshot | undefined
  const show = (snapshot = latest): void => {
    latest = snapshot
    if (snapshot) usePhoneStore.setState({ queue: queueView(snapshot, new Set(sending)), isRead: true, sending: sending.length > 0 })
  }
  env.db.news = {
    onBlocked: () => useStoreNews.setState({ isBlocked: true }),
    onOutdated: () => useStoreNews.setState({ isOutdated: true }),
  }
  const changed = (snapshot: Snapshot): void => {
    show(snapshot)
    rememberStore(snapshot)
    if (useStoreNews.getState().isBlocked) useStoreNews.setState({ isBlocked: false })
  }
  const queue = ['ops', 'meta'].map((table) => ({ database: env.db.name, table }))
  const pages = mirroredStore(env.db)
  pacedRead(queue, SHOWN_EVERY_MS, () => pages.read(), { next: changed, error: report })
  const withNews: Followed = {
    ...env,
    onSending: (ids) => {
      sending = ids
      show()
    },
    pages,
    refresh: async () => show(await pages.read()),
  }

  let close = (): void => {}
  let tail = Promise.resolve()
  const follow = (person: Person | undefined, isFresh: boolean): void => {
    // One after another: a person may leave while the stores are still being opened.
    tail = tail
      .then(async () => {
        close()
        close = person ? await open(withNews, whoOf(person), isFresh) : () => {}
        if (!person) await forgetIdentity(env)
      })
      .catch(report)
  }
  useSession.subscribe((session, before) => {
    const [person, last] = [answered(session), answered(before)]
    if (person?.user_id !== last?.user_id || person?.tenantId !== last?.tenantId) follow(person, person !== undefined)
  })
  follow(answered(useSession.getState()), false)
}

const report = (error: unknown): void => console.error(error)

/** The session ended here or in another tab; a person who has signed in since is not affected. */
async function forgetIdentity(env: Env): Promise<void> {
  const { meta } = await env.store.read({ ops: false })
  if (meta.identity && useSession.getState().person === undefined) await signedOut(env.store)
}

async function open(env: Followed, who: SignedIn, isFresh: boolean): Promise<() => void> {
  noticeLoss(await env.pages.read())
  await ensureDevice(env.store)
  const { meta } = await env.store.read({ ops: false })
  if (isFresh || !sameIdentity(meta.identity, who)) await signedIn(env.store, who)
  rememberPerson(who.userId, who.name ?? '')
  const cache = await openCache(who)
  const pulled = liveQuery(() => readMeta(cache)).subscribe({ next: ({ pulledAt }) => usePhoneStore.setState({ pulledAt }), error: report })
  const port = dexieCache(cache)
  const reached = (isReached: boolean): void => usePhoneStore.setState({ reached: isReached })
  const sync = createPhoneSync({
    ...env,
    cache: port,
    who,
    sleep,
    onRound: async ({ sent, stop }) => {
      if (sent > 0) await env.refresh()
      if (stop === 'lost') reached(false)
      else if (sent > 0) reached(true)
    },
    onPulled: (outcome) => {
      if (outcome === 'whole' || outcome === 'lost') reached(outcome === 'whole')
    },
    onError: report,
  })
  const pull = async (): Promise<boolean> => {
    const outcome = await pullRound({ cache: port, outbox: env.store, transport: env.transport, locks: env.locks, who })
    reached(outcome !== 'lost')
    return outcome === 'whole' || outcome === 'busy'
  }
  const phoneStore: PhoneStore = {
    cache,
    outbox: env.pages,
    kinds: env.kinds,
    who,
    kick: sync.kick,
    pull,
    wakeLater: () => void askBackgroundSync(),
  }
  usePhoneStore.setState({ phoneStore })
  const stop = startTriggers(sync)
  const live = import('./live.ts').then(({ followLive }) => followLive(() => void sync.kick('live'))).catch(() => () => {})
  // An app opened online does not wait for delays that were set offline.
  if (isFresh || navigator.onLine) void sync.kick(isFresh ? 'login' : 'online')
  void navigator.storage?.persist?.()
  void sweepPhotos(env.db).catch(report)
  const look = setInterval(() => document.visibilityState === 'visible' && void sync.kick('timer'), LOOK_MS)
  return () => {
    clearInterval(look)
    stop()
    void live.then((end) => end())
    pulled.unsubscribe()
    usePhoneStore.setState({ phoneStore: undefined, pulledAt: 0, reached: undefined })
    cache.close()
  }
}
