import type { Page } from '@playwright/test'

/** A hand reader types a code. Its keys come within milliseconds of each other, which keys sent one by one from here do not. */
export const reads = (page: Page, code: string): Promise<void> =>
  page.evaluate(
    (keys) => {
      for (const key of keys) document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    },
    [...code, 'Enter'],
  )
