import { Input, type InputRef, Modal } from 'antd'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useWords } from '#src/words/words.ts'
import { searched, useMenu } from './menu.ts'
import { useShowPage } from './use-show-page.ts'

interface Props {
  readonly isOpen: boolean
  readonly onOpen: (isOpen: boolean) => void
}

/** The menu search over the page: Ctrl+K opens it, Esc closes it, arrows and Enter choose. */
export function MenuSearch({ isOpen, onOpen }: Props): ReactNode {
  const { word } = useWords()
  useEffect(() => {
    const open = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      onOpen(true)
    }
    document.addEventListener('keydown', open)
    return () => document.removeEventListener('keydown', open)
  }, [onOpen])
  return (
    <Modal open={isOpen} onCancel={() => onOpen(false)} footer={null} title={word('shell.menuSearch')} destroyOnHidden width={520}>
      <SearchList onDone={() => onOpen(false)} />
    </Modal>
  )
}

function SearchList({ onDone }: { readonly onDone: () => void }): ReactNode {
  const { word } = useWords()
  const menu = useMenu()
  const show = useShowPage()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const list = useId()
  const input = useRef<InputRef>(null)
  useEffect(() => input.current?.focus(), [])
  const found = searched(menu.data ?? [], typed)
  const go = (path: string | undefined): void => {
    if (!path) return
    onDone()
    show(path)
  }
  return (
    <>
      <Input
        ref={input}
        role="combobox"
        aria-expanded
        aria-controls={list}
        aria-activedescendant={found[at] ? `${list}-${at}` : undefined}
        aria-label={word('shell.menuSearch')}
        placeholder={word('shell.menuSearchHint')}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setAt(0)
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') setAt(Math.min(found.length - 1, at + 1))
          else if (event.key === 'ArrowUp') setAt(Math.max(0, at - 1))
          else if (event.key === 'Enter') go(found[at]?.path)
          else return
          event.preventDefault()
        }}
      />
      <div id={list} role="listbox" aria-label={word('shell.menuSearch')} className="eam-found">
        {found.map((node, index) => (
          <div
            key={node.code}
            id={`${list}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onMouseEnter={() => setAt(index)}
            onClick={() => go(node.path)}
            onKeyDown={(event) => event.key === 'Enter' && go(node.path)}
          >
            {node.name}
          </div>
        ))}
        {found.length === 0 && <p>{word('shell.menuSearchNone')}</p>}
      </div>
    </>
  )
}
