import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { type ReactNode, useEffect, useState } from 'react'
import { useWords } from '#src/words/words.ts'

/** Milliseconds that a page is shown before the next one. A wall board has no reader who turns pages. */
const turnMs = 20_000

interface Turning {
  readonly current: number
  readonly turnTo: (page: number) => void
}

/** The page that is shown of `pages`; it turns by itself, after `everyMs` milliseconds. */
export function useTurning(pages: number, everyMs: number = turnMs): Turning {
  const [current, turnTo] = useState(1)
  useEffect(() => {
    if (pages <= 1) return
    const timer = setTimeout(() => turnTo((current % pages) + 1), everyMs)
    return () => clearTimeout(timer)
  }, [current, pages, everyMs])
  return { current, turnTo }
}

interface PagerProps extends Turning {
  readonly pages: number
}

/** Turns the pages of a panel; nothing where there is one page. */
export function Pager({ current, pages, turnTo }: PagerProps): ReactNode {
  const { word } = useWords()
  if (pages <= 1) return null
  return (
    <span className="eam-board-pager">
      <button type="button" aria-label={word('calendar.before')} onClick={() => turnTo(current > 1 ? current - 1 : pages)}>
        <LeftOutlined />
      </button>
      {`${current} / ${pages}`}
      <button type="button" aria-label={word('calendar.after')} onClick={() => turnTo((current % pages) + 1)}>
        <RightOutlined />
      </button>
    </span>
  )
}
