import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** The rules of WCAG 2.2 up to level AA. */
export const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Axe for a page. Its program of half a megabyte goes into a document once, not twice for each look; only what is wrong is worked out, because
 * writing down every element that is right takes longer than the rules. It loads no style sheets in advance, which only an experimental rule asks for.
 */
export async function axeFor(page: Page): Promise<AxeBuilder> {
  const isThere = page.frames().length === 1 && (await page.evaluate(() => 'axe' in window))
  return new AxeBuilder({ page, ...(isThere ? { axeSource: ';' } : {}) })
    .options({ resultTypes: ['violations'], preload: { assets: ['media'] } })
    .setLegacyMode(true)
}
