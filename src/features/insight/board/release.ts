import { useEffect } from 'react'

const everyMs = 5 * 60_000
/** Milliseconds between two tries to start again when a part of the program could not be loaded. */
const againMs = 15_000
const programs = /\/assets\/index-[\w-]+\.js/

/** The program that the text of a page or an address names; undefined while developing. */
const programIn = (text: string): string | undefined => programs.exec(text)?.[0]

/** The program that this page runs. */
const ownProgram = (): string | undefined => [...document.scripts].map(({ src }) => programIn(src)).find((found) => found !== undefined)

async function newest(): Promise<string | undefined> {
  const response = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } })
  return response.ok ? programIn(await response.text()) : undefined
}

/** Starts the page again once the server has a newer program: no person reloads a screen on a wall. */
export function useNewRelease(): void {
  useEffect(() => {
    const own = ownProgram()
    const look = async (): Promise<void> => {
      const now = await newest().catch(() => undefined)
      if (own && now && now !== own) location.reload()
    }
    // The page may be gone by then, so that this timer outlives it.
    const again = (): void =>
      void setInterval(
        () =>
          void newest().then(
            (now) => now && location.reload(),
            () => {},
          ),
        againMs,
      )
    const timer = setInterval(() => void look(), everyMs)
    const back = (): void => void look()
    window.addEventListener('online', back)
    // A part of the program is not there: of a former one, or while there is no network.
    window.addEventListener('vite:preloadError', again)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', back)
      window.removeEventListener('vite:preloadError', again)
    }
  }, [])
}
