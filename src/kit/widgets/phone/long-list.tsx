import { Fragment, type ReactNode, useCallback, useState } from 'react'
import { useWords } from '#src/words/words.ts'
import './phone-parts.css'

const STEP = 40

export interface LongListProps<T> {
  /** Label for screen readers. */
  readonly label: string
  readonly items: readonly T[]
  readonly keyOf: (item: T) => string
  /** Renders one row, an `li`. */
  readonly children: (item: T) => ReactNode
}

/** A list of any length: rows are rendered while scrolling, so that 20,000 cost no more than 40. */
export function LongList<T>({ label, items, keyOf, children }: LongListProps<T>) {
  const { word } = useWords()
  const [shown, setShown] = useState(STEP)
  const isMore = items.length > shown
  // A new key per step: the observer does not fire again for an element that stays visible.
  const watch = useCallback((mark: HTMLLIElement) => {
    const watcher = new IntersectionObserver(
      (seen) => {
        if (seen.some((entry) => entry.isIntersecting)) setShown((n) => n + STEP)
      },
      { rootMargin: '600px' },
    )
    watcher.observe(mark)
    return () => watcher.disconnect()
  }, [])
  return (
    <ul className="ph-rows" aria-label={label}>
      {items.slice(0, shown).map((item) => (
        <Fragment key={keyOf(item)}>{children(item)}</Fragment>
      ))}
      {isMore ? (
        <li key={shown} ref={watch}>
          <button type="button" className="ph-row" onClick={() => setShown((n) => n + STEP)}>
            <span className="ph-row-main ph-quiet">{word('list.more', { n: items.length - shown })}</span>
          </button>
        </li>
      ) : null}
    </ul>
  )
}
