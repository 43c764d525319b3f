import { SearchOutlined } from '@ant-design/icons'
import { Input, type InputRef, Tooltip } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { isPageKey } from '#src/kit/page-keys.ts'
import { useDebounced } from '#src/kit/use-debounced.ts'
import { useWords } from '#src/words/words.ts'

interface Props {
  readonly keyword: string
  readonly hint: string
  /** A sentence about what is found, shown while a person is in the box. */
  readonly help: string
  readonly onSearch: (keyword: string) => void
}

/** The keyword box of a list; searches after a pause in typing or on Enter. `/` focuses it. */
export function KeywordSearch({ keyword, hint, help, onSearch }: Props): ReactNode {
  const { word } = useWords()
  const input = useRef<InputRef>(null)
  const [typed, setTyped] = useState(keyword)
  const [known, setKnown] = useState(keyword)
  const [asked, setAsked] = useState(keyword)
  if (keyword !== known) {
    setKnown(keyword)
    // A keyword typed here comes back while the person types on: keep the text. One from elsewhere replaces it.
    if (keyword !== asked) {
      setAsked(keyword)
      setTyped(keyword)
    }
  }
  const still = useDebounced(typed, 400)
  const search = useRef((_: string): void => {})
  search.current = (next) => {
    setAsked(next)
    onSearch(next)
  }
  useEffect(() => {
    if (still === typed && still.trim() !== keyword) search.current(still.trim())
  }, [still, typed, keyword])
  useEffect(() => {
    const focus = (event: KeyboardEvent): void => {
      if (event.key !== '/' || !isPageKey(event)) return
      event.preventDefault()
      input.current?.focus({ cursor: 'all' })
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [])
  return (
    <Tooltip trigger="focus" placement="bottomLeft" title={help}>
      <Input
        ref={input}
        allowClear
        prefix={<SearchOutlined />}
        placeholder={hint}
        aria-label={word('common.search')}
        aria-keyshortcuts="/"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onPressEnter={() => search.current(typed.trim())}
        style={{ width: 300 }}
      />
    </Tooltip>
  )
}
