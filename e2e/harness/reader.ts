import type { Page } from '@playwright/test'

/**
 * Hand readers type these codes, one behind the other. The keys of a code carry times a millisecond apart, as a reader's do however busy the machine
 * is that runs this; keys sent one by one from here, or timed by the clock, would be as slow as it. After twenty codes they rest for a frame.
 */
export const readsAll = (page: Page, codes: readonly string[]): Promise<void> =>
  page.evaluate(async (all) => {
    for (const [index, code] of all.entries()) {
      const at = performance.now()
      for (const [n, key] of [...code, 'Enter'].entries()) {
        const pressed = new KeyboardEvent('keydown', { key, bubbles: true })
        Object.defineProperty(pressed, 'timeStamp', { value: at + n })
        document.body.dispatchEvent(pressed)
      }
      if (index % 20 === 19) await new Promise((next) => requestAnimationFrame(next))
    }
  }, codes)

/** A hand reader types a code. */
export const reads = (page: Page, code: string): Promise<void> => readsAll(page, [code])
