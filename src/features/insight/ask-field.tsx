import { SearchOutlined } from '@ant-design/icons'
import { Input, type InputRef, Spin } from 'antd'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { useWords } from '#src/words/words.ts'
import { AskedTags } from './public/asked-tags.tsx'
import { useAsked } from './public/use-asked.ts'

/** The field of the first page that takes a sentence and opens the figure or list that it asks for. */
export function AskField(): ReactNode {
  const { word } = useWords()
  const navigate = useNavigate()
  const input = useRef<InputRef>(null)
  const status = useId()
  const [text, setText] = useState('')
  /** Enter was pressed: once the names are known the reading opens, or the field says that there is none. */
  const [isSent, setSent] = useState(false)
  const typed = text.trim()
  const asked = useAsked(typed)
  const [first, ...others] = asked.readings
  const isKnown = first?.path !== undefined && !asked.isBusy
  const change = (next: string): void => {
    setText(next)
    setSent(false)
  }
  const path = isKnown && others.length === 0 ? first.path : undefined
  useEffect(() => {
    if (!isSent || !path) return
    // The page is kept alive: who comes back to it is not led away again.
    setSent(false)
    void navigate(path)
  }, [isSent, path, navigate])
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || event.key !== 'Enter' || typed === '') return
    event.preventDefault()
    setSent(true)
  }
  const isUnknown = isSent && !asked.isBusy && !asked.isTooLong && first?.path === undefined
  return (
    <search className="eam-ask">
      <Input
        ref={input}
        prefix={<SearchOutlined />}
        suffix={asked.isBusy ? <Spin size="small" /> : <span />}
        aria-label={word('ask.label')}
        aria-describedby={status}
        placeholder={word('ask.hint')}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => change(event.target.value)}
        onKeyDown={press}
      />
      {typed !== '' && (
        <div className="eam-ask-answer">
          <AskedTags typed={typed} asked={asked} reading={first} onType={change} onLeave={() => input.current?.focus()} />
          <ul className="eam-ask-readings" aria-label={word('ask.title')}>
            {asked.readings.map(
              ({ title, path }) =>
                path && (
                  <li key={path}>
                    <Link to={path}>{title}</Link>
                  </li>
                ),
            )}
          </ul>
          <p id={status} role="status" className="eam-asked-note">
            {isUnknown ? word('ask.none') : path ? word('ask.ready', { what: first!.title }) : ''}
          </p>
        </div>
      )}
    </search>
  )
}
