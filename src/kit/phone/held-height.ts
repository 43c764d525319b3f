/** A bar higher than this share of the window would leave no room for the page. */
const HIGHEST_SHARE = 0.3

/**
 * The ref of a bar: publishes its height in pixels as the custom property `name` of what scrolls behind it, so that focused fields keep clear of it. A bar
 * that is too high for the window gets `data-tall` and the height 0: its styles let it scroll with the page.
 */
export const heldHeight =
  (name: `--${string}`) =>
  (bar: HTMLElement | null): (() => void) | undefined => {
    if (!bar) return
    const { style } = bar.closest<HTMLElement>('.ph-sheet-scroll') ?? document.documentElement
    const measure = (): void => {
      const isTall = bar.offsetHeight > innerHeight * HIGHEST_SHARE
      bar.toggleAttribute('data-tall', isTall)
      style.setProperty(name, `${isTall ? 0 : bar.offsetHeight}px`)
    }
    const watch = new ResizeObserver(measure)
    watch.observe(bar)
    addEventListener('resize', measure)
    measure()
    return () => {
      watch.disconnect()
      removeEventListener('resize', measure)
      style.removeProperty(name)
    }
  }
