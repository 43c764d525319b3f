import { useEffectEvent, useLayoutEffect } from 'react'
import { type Hit, hitOfText } from './hit.ts'
import { ReaderBatch } from './reader-batch.ts'
import { meaning, nameOf, useReaderSettings } from './reader-keys.ts'
import { SILENCE_MS, Wedge } from './wedge.ts'

/** A silence reported this many milliseconds late comes from a busy page. */
const LATE_MS = 30

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/**
 * Hears hand scanners and RFID readers, which act as keyboards, so that a page takes their codes without being touched. While a text field has the
 * focus only codes behind the configured prefix are taken. A bulk reader's tags come in batches of at most one per 100 ms, each once in two seconds.
 */
export function useReader(onHits: (hits: readonly Hit[]) => void): void {
  const handleHits = useEffectEvent(onHits)
  // With the page that is seen, for the next code may follow at once: an effect after painting would leave it to the page before.
  useLayoutEffect(() => {
    const wedge = new Wedge()
    const batch = new ReaderBatch((hits) => handleHits(hits))
    let isBehindPrefix = false
    let silence: ReturnType<typeof setTimeout> | undefined
    let silentAt = 0
    let wasLate = false

    const take = (code: string | undefined, at: number): void => {
      if (code === undefined) return
      const hit = hitOfText(code, 'reader', at)
      if (hit) batch.add(hit)
    }
    const wait = (isLate: boolean): void => {
      clearTimeout(silence)
      wasLate = isLate
      silentAt = performance.now() + SILENCE_MS
      silence = setTimeout(rest, SILENCE_MS)
    }
    const rest = (): void => {
      const now = performance.now()
      // A busy page may get the timer before the keys that waited meanwhile: they are handled first, otherwise half a code would be taken.
      if (now - silentAt > LATE_MS && !wasLate) {
        wait(true)
        return
      }
      isBehindPrefix = false
      take(wedge.rest(now), now)
    }
    const listen = (event: KeyboardEvent): void => {
      if (event.isComposing) return
      const settings = useReaderSettings.getState()
      const isPrefix = settings.prefix !== '' && nameOf(event) === settings.prefix
      if (isPrefix) isBehindPrefix = true
      if (isTyping(event.target) && !isBehindPrefix) return
      const key = meaning(event, settings)
      wait(false)
      if (isPrefix) {
        event.preventDefault()
        return
      }
      // A key without a meaning, such as Shift, still shows how fast the keys come.
      const code = wedge.feed(key ?? 'Shift', event.timeStamp)
      if (key === undefined) return
      const isEnd = key === 'Enter' || key === 'Tab'
      // Enter would press the focused button, and the keys after the prefix are not for the field.
      if (isBehindPrefix || code !== undefined || key === '\x1d') {
        event.preventDefault()
        event.stopPropagation()
      }
      if (isEnd) isBehindPrefix = false
      take(code, event.timeStamp)
    }
    window.addEventListener('keydown', listen, true)
    return () => {
      window.removeEventListener('keydown', listen, true)
      clearTimeout(silence)
      batch.end()
    }
  }, [])
}
