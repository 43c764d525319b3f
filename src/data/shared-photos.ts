import { createStore, del, get, set } from 'idb-keyval'

/** Where the manifest has other apps send photos to, and where the person goes on. */
const TARGET = '/m/share'
const NEXT = '/m/?for=repair'
const MOST = 9
const KEY = 'photos'

/** A shared file as it is kept: bytes, for some browsers lose stored Blobs. */
interface SharedFile {
  readonly name: string
  readonly type: string
  readonly bytes: ArrayBuffer
}

let opened: ReturnType<typeof createStore> | undefined
const photoStore = (): ReturnType<typeof createStore> => {
  opened ??= createStore('eam-shared', 'photos')
  return opened
}

/** The photos that another app has shared and no report has taken. */
export async function readShared(): Promise<File[]> {
  const kept = (await get<SharedFile[]>(KEY, photoStore())) ?? []
  return kept.map(({ name, type, bytes }) => new File([bytes], name, { type }))
}

/** Forgets what was shared. */
export const clearShared = (): Promise<void> => del(KEY, photoStore())

async function keepShared(request: Request): Promise<Response> {
  const form = await request.formData()
  const files = form.getAll('photos').filter((file) => file instanceof File)
  const kept = await Promise.all(
    files.slice(0, MOST).map(async (file): Promise<SharedFile> => ({ name: file.name, type: file.type, bytes: await file.arrayBuffer() })),
  )
  if (kept.length > 0) await set(KEY, kept, photoStore())
  // With 303 the browser requests the page with GET, and going back does not share twice.
  return Response.redirect(NEXT, 303)
}

/** What a service worker's fetch event has that is used here. */
interface Fetched {
  readonly request: Request
  respondWith: (answer: Promise<Response>) => void
}

/** In a service worker: takes what other apps share with this one, with or without a network. Any other request is left alone. */
export function takeShare(event: Fetched): void {
  const { method, url } = event.request
  if (method === 'POST' && new URL(url).pathname === TARGET) event.respondWith(keepShared(event.request))
}
