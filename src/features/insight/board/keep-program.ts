import { useEffect } from 'react'
import { ownProgram, programIn } from './release.ts'

const page = '/datav/'
const mark = 'boards-'
/** Milliseconds before what could not be stored is tried again. */
const againMs = 15_000

/** Stores the page, and removes the stores of earlier releases. False: the server has a newer program, whose parts are not here; the page starts it soon. */
async function keepPage(store: Cache, name: string): Promise<boolean> {
  const html = await fetch(page, { headers: { accept: 'text/html' }, cache: 'no-store' })
  if (!html.ok || programIn(await html.clone().text()) !== ownProgram()) return false
  await store.put(page, html)
  for (const other of await caches.keys()) if (other.startsWith(mark) && other !== name) await caches.delete(other)
  return true
}

/** The part of the program that a resource is, by its path; undefined for everything else. */
function partOf(entry: PerformanceEntry): string | undefined {
  const { origin, pathname } = new URL(entry.name)
  return origin === location.origin && pathname.startsWith('/assets/') ? pathname : undefined
}

/** Stores the parts of the program that have been loaded, then the page, then every part that is loaded later, until the signal is aborted. */
async function keepProgram(signal: AbortSignal): Promise<void> {
  await navigator.serviceWorker.register('/board-sw.js', { scope: page })
  const name = mark + import.meta.env.VITE_VERSION
  const store = await caches.open(name)
  if (signal.aborted) return
  // The icon of the tab is no resource that the page reports.
  const missing = new Set<string>(['/favicon.svg'])
  let isPageKept = false
  const keepAll = async (): Promise<void> => {
    for (const path of missing) if (await store.match(path)) missing.delete(path)
    const wanted = [...missing]
    await store.addAll(wanted)
    for (const path of wanted) missing.delete(path)
    // Last: a stored page asks for no part that is not stored.
    isPageKept ||= await keepPage(store, name)
  }
  let last = Promise.resolve()
  let timer: ReturnType<typeof setTimeout> | undefined
  const keep = (): void => {
    last = last
      .then(keepAll)
      .catch(() => {})
      .then(() => {
        clearTimeout(timer)
        if (!signal.aborted && (missing.size > 0 || !isPageKept)) timer = setTimeout(keep, againMs)
      })
  }
  const seen = new Set<string>()
  const watcher = new PerformanceObserver((list) => {
    // What this function fetches itself is seen here too: only a part that is new asks at once.
    const parts = list.getEntries().flatMap((entry) => partOf(entry) ?? [])
    const fresh = parts.filter((path) => !seen.has(path))
    for (const path of fresh) {
      seen.add(path)
      missing.add(path)
    }
    if (fresh.length > 0) keep()
  })
  watcher.observe({ type: 'resource', buffered: true })
  signal.addEventListener('abort', () => {
    watcher.disconnect()
    clearTimeout(timer)
  })
}

/** Makes the boards start on this device while the server does not answer, where the browser can; elsewhere they start when it does. */
export function useKeptProgram(): void {
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator) || !('caches' in globalThis)) return
    const stop = new AbortController()
    void keepProgram(stop.signal).catch(() => {})
    return () => stop.abort()
  }, [])
}
