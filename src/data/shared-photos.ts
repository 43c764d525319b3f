import { createStore, del, get, set } from 'idb-keyval'

/** Share target of the manifest, and the page that opens after a share. */
const TARGET = '/m/share'
const NEXT = '/m/?for=repair'
const MOST = 9
const KEY = 'photos'

/** A shared file in the store. Bytes, because some browsers lose stored Blobs. */
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

/** Photos shared by another app that no report has used yet. */
export async function readShared(): Promise<File[]> {
  const kept = (await get<SharedFile[]>(KEY, photoStore())) ?? []
  return kept.map(({ name, type, bytes }) => new File([bytes], name, { type }))
}

/** Deletes the shared photos. */
export const clearShared = (): Promise<void> => del(KEY, photoStore())

async function keepShared(request: Request): Promise<Response> {
  const form = await request.formData()
  const files = form.getAll('photos').filter((file) => file instanceof File)
  const kept = await Promise.all(
    files.slice(0, MOST).map(async (file): Promise<SharedFile> => ({ name: file.name, type: file.type, bytes: await file.arrayBuffer() })),
  )
  if (kept.length > 0) await set(KEY, kept, photoStore())
  // 303 makes the browser load the page with GET, so that going back does not share again.
  return Response.redirect(NEXT, 303)
}

/** The parts of a service worker's fetch event that are used here. */
interface Fetched {
  readonly request: Request
  respondWith: (answer: Promise<Response>) => void
}

/** Service worker: stores photos that other apps share with this one, online or offline. Ignores other requests. */
export function takeShare(event: Fetched): void {
  const { method, url } = event.request
  if (method === 'POST' && new URL(url).pathname === TARGET) event.respondWith(keepShared(event.request))
}
