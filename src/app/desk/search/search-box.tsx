import { SearchOutlined } from '@ant-design/icons'
import { Input, type InputRef, Spin } from 'antd'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { readCode } from '#contract/codes/scanned-code.ts'
import { useSession } from '#src/data/session.ts'
import { AskedTags } from '#src/features/insight/public/asked-tags.tsx'
import { useAsked } from '#src/features/insight/public/use-asked.ts'
import { Wedge } from '#src/kit/scan/wedge.ts'
import { useDebounced } from '#src/kit/use-debounced.ts'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'
import { useMenu } from '../menu.ts'
import { useShowPage } from '../tabs/use-show-page.ts'
import { openKinds, pathOfCode } from './kinds.ts'
import { noteRecent, useRecent } from './recent.ts'
import { SearchList } from './search-list.tsx'
import { type SearchOption, sectionsOf } from './sections.ts'
import { useFound } from './use-found.ts'

/** Delay after the last key before the search asks, milliseconds. */
const restMs = 250

interface Props {
  /** What it begins with. */
  readonly first: string
  readonly onDone: () => void
}

/** The field of the search and what it finds. What is shown always belongs to what is typed: answers to an earlier keyword are not. */
export function SearchBox({ first, onDone }: Props): ReactNode {
  const speech = useWords()
  const { word, say } = speech
  const navigate = useNavigate()
  const show = useShowPage()
  const notice = useNotice()
  const input = useRef<InputRef>(null)
  const wedge = useRef(new Wedge())
  const list = useId()
  const rights = useSession((state) => state.person?.rights)
  const recent = useRecent((state) => state.list)
  const menu = useMenu()
  const [text, setText] = useState(first)
  const [at, setAt] = useState<string>()
  const [unknown, setUnknown] = useState(first)
  /** Enter was pressed before the answers came: the first of them all is opened then. */
  const [opensFirst, setOpensFirst] = useState(false)
  const typed = text.trim()
  const asked = useDebounced(typed, restMs)
  const isSettled = asked === typed
  const kinds = openKinds(rights ?? [])
  const found = useFound(kinds, asked)
  const sentence = useAsked(typed)
  const { readings } = sentence
  const sections = sectionsOf({ typed, menu: menu.data ?? [], recent, found: isSettled ? found : [], readings, speech })
  const options = sections.flatMap((section) => section.options)
  const active = options.find(({ key }) => key === at) ?? options[0]
  const isBusy = typed !== '' && (!isSettled || sentence.isBusy || found.some((one) => one.isBusy))
  const reading = readings[active?.key.startsWith('ask ') ? Number(active.key.slice(4)) : 0]
  const failures = isSettled ? found.filter(({ error }) => error) : []
  useEffect(() => input.current?.focus(), [])

  const change = (next: string): void => {
    setText(next)
    setAt(undefined)
    setUnknown('')
    setOpensFirst(false)
  }
  const go = (option: SearchOption | undefined): void => {
    if (!option) return
    if (option.recent) noteRecent(option.recent)
    onDone()
    if (option.key.startsWith('menu ')) show(option.path)
    else void navigate(option.path)
  }
  const openCode = async (read: string): Promise<void> => {
    const { code } = readCode(read)
    try {
      const path = await pathOfCode(code)
      if (path === undefined) return setUnknown(code)
      onDone()
      void navigate(path)
    } catch (error) {
      notice.failed(error)
    }
  }
  useEffect(() => {
    if (!opensFirst || isBusy) return
    setOpensFirst(false)
    options[0] ? go(options[0]) : void openCode(typed)
  })
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    // An input method takes Enter and the arrows while it composes.
    if (event.nativeEvent.isComposing) return
    const scanned = wedge.current.feed(event.key, event.timeStamp) !== undefined
    const place = active ? options.indexOf(active) : -1
    if (event.key === 'ArrowDown') setAt(options[Math.min(options.length - 1, place + 1)]?.key)
    else if (event.key === 'ArrowUp') setAt(options[Math.max(0, place - 1)]?.key)
    else if (event.key === 'Enter' && typed !== '' && (scanned || readCode(typed).token)) void openCode(typed)
    else if (event.key === 'Enter' && typed !== '' && !active) isBusy ? setOpensFirst(true) : void openCode(typed)
    // The names of a sentence are not known yet: the first of its readings may be another one.
    else if (event.key === 'Enter' && sentence.isBusy && active?.key === 'ask 0') setOpensFirst(true)
    else if (event.key === 'Enter') go(active)
    else return
    event.preventDefault()
  }
  return (
    <div className="eam-search">
      <Input
        ref={input}
        size="large"
        prefix={<SearchOutlined />}
        suffix={isBusy ? <Spin size="small" /> : <span />}
        role="combobox"
        aria-expanded
        aria-autocomplete="list"
        aria-controls={list}
        aria-activedescendant={active ? `${list}-${options.indexOf(active)}` : undefined}
        aria-label={word('search.label')}
        placeholder={word('search.hint')}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => change(event.target.value)}
        onKeyDown={press}
      />
      <AskedTags typed={typed} asked={sentence} reading={reading} onType={change} onLeave={() => input.current?.focus()} />
      <SearchList id={list} sections={sections} active={active?.key} onActive={setAt} onChoose={go} />
      {failures.map(({ kind, error }) => (
        <p key={kind.of.name} role="alert">
          {word('search.failed', { what: say(kind.of), why: error!.message })}
        </p>
      ))}
      <p role="status" className={options.length > 0 && unknown === '' ? 'eam-unseen' : 'eam-search-none'}>
        {unknown !== '' && word('search.unknown', { code: unknown })}{' '}
        {isBusy
          ? word('search.busy')
          : options.length > 0
            ? word('search.count', { count: options.length })
            : failures.length === 0 && `${word('search.none', { text: typed })} ${word('search.noneHelp')}`}
      </p>
    </div>
  )
}
