import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import { useWords } from '#src/words/words.ts'
import './phone-parts.css'

const STEP = 40

export interface LongListProps<T> {
  /** What the list holds, for those who hear the page. */
  readonly label: string
  readonly items: readonly T[]
  readonly keyOf: (item: T) => string
  /** One row, an `li`. */
  readonly children: (item: T) => ReactNode
}

/** A list of any length: rows are made as far as one scrolls, so that twenty thousand cost no more than forty. */
export function LongList<T>({ label, items, keyOf, children }: LongListProps<T>) {
  const { word } = useWords()
  const [shown, setShown] = useState(STEP)
  const end = useRef<HTMLLIElement>(null)
  const isMore = items.length > shown
  useEffect(() => {
    const mark = end.current
    if (!isMore || !mark) return
    const watcher = new IntersectionObserver(
      (seen) => {
        if (seen.some((entry) => entry.isIntersecting)) setShown((n) => n + STEP)
      },
      { rootMargin: '600px' },
    )
    watcher.observe(mark)
    return () => watcher.disconnect()
  }, [isMore, shown])
  return (
    <ul className="ph-rows" aria-label={label}>
      {items.slice(0, shown).map((item) => (
        <Fragment key={keyOf(item)}>{children(item)}</Fragment>
      ))}
      {isMore ? (
        <li ref={end}>
          <button type="button" className="ph-row" onClick={() => setShown((n) => n + STEP)}>
            <span className="ph-row-main ph-quiet">{word('list.more', { n: items.length - shown })}</span>
          </button>
        </li>
      ) : null}
    </ul>
  )
}
