import { useEffect } from 'react'

const everyMs = 5 * 60_000
const programs = /\/assets\/index-[\w-]+\.js/

/** The program that the text of a page or an address names; undefined while developing. */
const programIn = (text: string): string | undefined => programs.exec(text)?.[0]

/** The program that this page runs. */
const ownProgram = (): string | undefined =>
  [...document.scripts].map(({ src }) => programIn(src)).find((found) => found !== undefined)

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
    const again = (): void => location.reload()
    const timer = setInterval(() => void look(), everyMs)
    const back = (): void => void look()
    window.addEventListener('online', back)
    // A part of the former program that is not there any more.
    window.addEventListener('vite:preloadError', again)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', back)
      window.removeEventListener('vite:preloadError', again)
    }
  }, [])
}
