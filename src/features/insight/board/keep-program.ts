import { useEffect } from 'react'
import { ownProgram, programIn } from './release.ts'

/** Milliseconds after which everything that a board needs has been loaded. */
const afterMs = 8_000
const page = '/datav/'
const mark = 'boards-'

/** Stores the page and the parts of the program that it has loaded; those of earlier releases go. */
async function keepProgram(): Promise<void> {
  const html = await fetch(page, { headers: { accept: 'text/html' }, cache: 'no-store' })
  // A newer program would ask for parts that are not stored; it is started and stored later.
  if (!html.ok || programIn(await html.clone().text()) !== ownProgram()) return
  const name = mark + import.meta.env.VITE_VERSION
  const parts = performance
    .getEntriesByType('resource')
    .map((entry) => new URL(entry.name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
  const store = await caches.open(name)
  await store.addAll([...new Set(parts.map(({ pathname }) => pathname))])
  await store.put(page, html)
  for (const other of await caches.keys()) if (other.startsWith(mark) && other !== name) await caches.delete(other)
}

/** Makes the boards start without a network on this device, where the browser can. */
export function useKeptProgram(): void {
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator) || !('caches' in globalThis)) return
    const timer = setTimeout(() => {
      void navigator.serviceWorker
        .register('/board-sw.js', { scope: page })
        .then(keepProgram)
        // Without it a board starts when the network is there.
        .catch(() => {})
    }, afterMs)
    return () => clearTimeout(timer)
  }, [])
}
