import { useEffectEvent, useLayoutEffect } from 'react'
import { isTyping } from '../typing.ts'
import { type Hit, hitOfText } from './hit.ts'
import { ReaderBatch } from './reader-batch.ts'
import { meaning, nameOf, useReaderSettings } from './reader-keys.ts'
import { SILENCE_MS, Wedge } from './wedge.ts'

/** A silence timer that fires this many milliseconds late means that the page was busy. */
const LATE_MS = 30

/**
 * Listens to hand scanners and RFID readers, which act as keyboards, so that a page gets their codes without a touch. While a text field has the
 * focus, only codes after the configured prefix count. Hits are reported in batches of at most one per 100 ms, each tag once in two seconds.
 */
export function useReader(onHits: (hits: readonly Hit[]) => void): void {
  const handleHits = useEffectEvent(onHits)
  // A layout effect: the next code may follow at once, and an effect after painting would leave it to the previous page.
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
      // On a busy page the timer may fire before waiting key events are handled. Wait once more, or half a code would be taken.
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
      // Feed other keys such as Shift too, as their time matters for the typing speed.
      const code = wedge.feed(key ?? 'Shift', event.timeStamp)
      if (key === undefined) return
      const isEnd = key === 'Enter' || key === 'Tab'
      // Enter would press the focused button, and the keys after the prefix are not input for the field.
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
