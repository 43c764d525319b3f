import { isTyping } from '../typing.ts'

/** What browsers take of the height in pixels beside a keyboard, such as for their address bar, is less. */
const LOWEST_KEYBOARD = 120

/**
 * Publishes the on-screen keyboard: `data-keyboard` on the document while it is open, and `--ph-keyboard`, the pixels that it covers of the page (0 where
 * the browser makes the page smaller instead). Follows the visual viewport alone: a bar that moved with the focus would slip away from under a finger.
 * Call once per page.
 */
export function watchKeyboard(): void {
  const view = window.visualViewport
  if (!view) return
  const { dataset, style } = document.documentElement
  let width = innerWidth
  let tallest = innerHeight
  const measure = (): void => {
    if (innerWidth !== width) tallest = 0
    width = innerWidth
    tallest = Math.max(tallest, innerHeight)
    // A page zoomed with two fingers is no keyboard.
    const isOpen = view.scale === 1 && tallest - view.height > LOWEST_KEYBOARD && isTyping(document.activeElement)
    const covered = isOpen ? Math.max(0, Math.round(innerHeight - view.height - view.offsetTop)) : 0
    style.setProperty('--ph-keyboard', `${covered}px`)
    if (isOpen) dataset.keyboard = 'open'
    else delete dataset.keyboard
  }
  view.addEventListener('resize', measure)
  view.addEventListener('scroll', measure)
}
