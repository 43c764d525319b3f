import { useEffect } from 'react'

const everyMs = 5 * 60_000
const programs = /\/assets\/index-[\w-]+\.js/

/** The program that a page of ours starts, as its address; undefined while developing. */
export const programIn = (html: string): string | undefined => programs.exec(html)?.[0]

async function newest(): Promise<string | undefined> {
  const response = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } })
  return response.ok ? programIn(await response.text()) : undefined
}

/** Starts the page again once the server has a newer program: a screen on a wall is reloaded by nobody. */
export function useNewRelease(): void {
  useEffect(() => {
    const own = programIn(document.documentElement.outerHTML)
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
