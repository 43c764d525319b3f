import { files } from 'virtual:nameplate-pack'

type PackName = keyof typeof files

const names = Object.keys(files) as PackName[]

/** Size of all files that read text in pictures. */
export const packBytes = names.reduce((sum, name) => sum + files[name].bytes, 0)

const start = 'nameplate-'
/** The addresses hold the hashes of the contents, so another release has another cache. */
const cacheName = `${start}${names.map((name) => files[name].url.match(/-(\w+)\.\w+$/)?.[1]).join('-')}`

/** Pages without a secure connection have no caches; the browser's own then serves. */
const store = (): CacheStorage | undefined => (globalThis as { caches?: CacheStorage }).caches

/** Whether all files are kept on this machine. */
export async function isPackKept(): Promise<boolean> {
  const caches = store()
  if (!caches || !(await caches.has(cacheName))) return false
  const cache = await caches.open(cacheName)
  const kept = await Promise.all(names.map((name) => cache.match(files[name].url)))
  return kept.every(Boolean)
}

/** The files could not be fetched. */
export class PackMissing extends Error {
  override name = 'PackMissing'
}

async function fetched(url: string, onBytes: (count: number) => void): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url).catch(() => undefined)
  if (!response?.ok || !response.body) throw new PackMissing(`${url}: ${response?.status ?? 'offline'}`)
  const parts: Uint8Array[] = []
  const reader = response.body.getReader()
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new PackMissing(`${url}: broken off`)
    })
    if (done) break
    parts.push(value)
    onBytes(value.length)
  }
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** The cache of this release; those of earlier ones are removed. A browser that refuses to keep anything still reads. */
async function ownCache(): Promise<Cache | undefined> {
  const caches = store()
  if (!caches) return undefined
  try {
    for (const name of await caches.keys()) if (name.startsWith(start) && name !== cacheName) await caches.delete(name)
    return await caches.open(cacheName)
  } catch {
    return undefined
  }
}

/** Loads the files, from this machine where they are kept, and keeps them. `onShare`: the share that has come, 0 to 1. Throws PackMissing. */
export async function loadPack(onShare: (share: number) => void): Promise<Record<PackName, Uint8Array<ArrayBuffer>>> {
  const cache = await ownCache()
  let come = 0
  const count = (bytes: number): void => {
    come += bytes
    onShare(Math.min(1, come / packBytes))
  }
  const load = async (name: PackName): Promise<[PackName, Uint8Array<ArrayBuffer>]> => {
    const { url, bytes } = files[name]
    const kept = await cache?.match(url).catch(() => undefined)
    if (kept) {
      const content = new Uint8Array(await kept.arrayBuffer())
      if (content.length === bytes) {
        count(bytes)
        return [name, content]
      }
    }
    const content = await fetched(url, count)
    if (content.length !== bytes) throw new PackMissing(`${url}: ${content.length} of ${bytes} bytes`)
    // A full disk keeps nothing, but what came can be used.
    await cache?.put(url, new Response(content, { headers: { 'content-type': 'application/octet-stream' } })).catch(() => undefined)
    return [name, content]
  }
  return Object.fromEntries(await Promise.all(names.map(load))) as Record<PackName, Uint8Array<ArrayBuffer>>
}

interface Connection {
  readonly saveData?: boolean
  readonly type?: string
}

/** Whether the download may cost the person money: mobile data, or a phone that does not say. */
export function isMetered(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection }
  if (connection?.saveData || connection?.type === 'cellular') return true
  return connection?.type === undefined && matchMedia('(pointer: coarse)').matches
}
