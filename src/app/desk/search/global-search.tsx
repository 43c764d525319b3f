import { Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { readCode } from '#contract/codes/scanned-code.ts'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'
import { pathOfCode } from './kinds.ts'
import { SearchBox } from './search-box.tsx'
import { useSearchKeys } from './use-search-keys.ts'
import './search.css'

interface Props {
  readonly isOpen: boolean
  readonly onOpen: (isOpen: boolean) => void
}

/** The search over the page: Ctrl+K opens it, Esc closes it; a scanned label opens its record from any page. */
export function GlobalSearch({ isOpen, onOpen }: Props): ReactNode {
  const { word } = useWords()
  const navigate = useNavigate()
  const notice = useNotice()
  const [first, setFirst] = useState('')
  const scan = async (read: string): Promise<void> => {
    const { code } = readCode(read)
    try {
      const path = await pathOfCode(code)
      if (path) return void navigate(path)
      setFirst(code)
      onOpen(true)
    } catch (error) {
      notice.failed(error)
    }
  }
  useSearchKeys(
    () => {
      setFirst('')
      onOpen(true)
    },
    (code) => void scan(code),
  )
  return (
    <Modal
      open={isOpen}
      onCancel={() => onOpen(false)}
      footer={<small className="eam-search-keys">{word('search.keys')}</small>}
      title={word('search.title')}
      destroyOnHidden
      width={680}
      afterClose={() => setFirst('')}
    >
      <SearchBox first={first} onDone={() => onOpen(false)} />
    </Modal>
  )
}
