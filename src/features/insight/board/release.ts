import { useEffect } from 'react'

const everyMs = 5 * 60_000
/** Milliseconds between two attempts to reload when a chunk could not be loaded. */
const againMs = 15_000
const programs = /\/assets\/index-[\w-]+\.js/

/** The program that the text of a page or an address names; undefined while developing. */
export const programIn = (text: string): string | undefined => programs.exec(text)?.[0]

/** The program that this page runs. */
export const ownProgram = (): string | undefined =>
  [...document.scripts].map(({ src }) => programIn(src)).find((found) => found !== undefined)

async function newest(): Promise<string | undefined> {
  const response = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } })
  return response.ok ? programIn(await response.text()) : undefined
}

/** Reloads the page once the server has a newer build: a wall screen is not reloaded by hand. */
export function useNewRelease(): void {
  useEffect(() => {
    const own = ownProgram()
    const look = async (): Promise<void> => {
      const now = await newest().catch(() => undefined)
      if (own && now && now !== own) location.reload()
    }
    // The page may be unmounted by then, so this timer is not cleared. One is enough for all chunks that a night without network fails to load.
    let isTrying = false
    const again = (): void => {
      if (isTrying) return
      isTrying = true
      setInterval(
        () =>
          void newest().then(
            (now) => now && location.reload(),
            () => {},
          ),
        againMs,
      )
    }
    const timer = setInterval(() => void look(), everyMs)
    const back = (): void => void look()
    window.addEventListener('online', back)
    // A chunk could not be loaded: it belongs to an older build, or there is no network.
    window.addEventListener('vite:preloadError', again)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', back)
      window.removeEventListener('vite:preloadError', again)
    }
  }, [])
}
