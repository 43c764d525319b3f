import { floorPlanView } from '#contract/calls/place/floor-plan.ts'
import type { CacheDb } from '#src/data/cache/cache-db.ts'
import { invoke } from '#src/data/client.ts'
import { fileAddress } from '#src/kit/file-address.ts'
import type { PlanView } from './public/plan-draft.ts'

/** A plan as the phone keeps it: the answer of the server, with its picture as bytes, for some browsers lose stored Blobs. */
export interface KeptPlan {
  readonly floorId: string
  readonly rooms: readonly string[]
  /** When it was answered, milliseconds. */
  readonly at: number
  readonly view: PlanView
  readonly pictureId: string | undefined
  readonly picture: { readonly type: string; readonly bytes: ArrayBuffer } | undefined
}

/** Bytes of a picture, and of all plans, on a phone; the oldest plans make room. */
const pictureBytes = 5_000_000
const mostBytes = 20_000_000
const freshMs = 10 * 60_000

/** The plan of the floor that a room is on, as this phone last saw it. */
export const keptPlan = async (cache: CacheDb, roomId: string): Promise<KeptPlan | undefined> =>
  (await cache.plans.where('rooms').equals(roomId).sortBy('at')).at(-1) as KeptPlan | undefined

/** Whether the person has asked their phone to load little. */
const savesData = (): boolean => (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData === true

/** A picture to keep; undefined where there is none, it is too large or the phone is to load little. */
async function pictureOf(pictureId: string): Promise<KeptPlan['picture']> {
  if (savesData()) return undefined
  const answer = await fetch(fileAddress(pictureId))
  if (!answer.ok || Number(answer.headers.get('content-length')) > pictureBytes) {
    await answer.body?.cancel()
    return undefined
  }
  const bytes = await answer.arrayBuffer()
  return bytes.byteLength > pictureBytes ? undefined : { type: answer.headers.get('content-type') ?? 'image/png', bytes }
}

const sizeOf = ({ view, picture }: KeptPlan): number => JSON.stringify(view).length + (picture?.bytes.byteLength ?? 0)

/** Keeps a plan with its picture for a time without a signal; not without a picture that it has. Rejects when the picture does not come or the store is full. */
export async function keepPlan(cache: CacheDb, view: PlanView): Promise<void> {
  const { floorId, plan } = view
  const before = (await cache.plans.get(floorId)) as KeptPlan | undefined
  const pictureId = plan?.picture
  const isSame = pictureId !== undefined && before?.pictureId === pictureId && before.picture !== undefined
  const picture = isSame ? before.picture : pictureId === undefined ? undefined : await pictureOf(pictureId)
  if (pictureId !== undefined && !picture) return
  const rooms = view.rooms.map(({ id }) => id)
  const kept: KeptPlan = { floorId, rooms, at: Date.now(), view, pictureId, picture }
  await cache.plans.put(kept)
  let left = mostBytes
  const over: string[] = []
  // One at a time: together they may be large.
  await cache.plans
    .orderBy('at')
    .reverse()
    .each((one) => {
      left -= sizeOf(one as KeptPlan)
      if (left < 0) over.push(one.floorId)
    })
  await cache.plans.bulkDelete(over)
}

/** Fetches the plan of a room’s floor and keeps it, unless that happened a moment ago. */
export async function fetchPlan(cache: CacheDb, roomId: string): Promise<void> {
  if (savesData()) return
  const known = await keptPlan(cache, roomId)
  if (known && Date.now() - known.at < freshMs) return
  await keepPlan(cache, await invoke(floorPlanView, { query: { locationId: roomId } }))
}
