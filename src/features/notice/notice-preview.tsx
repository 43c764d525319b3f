import { Button, Empty } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { notice } from '#contract/entities/notice/notice.ts'
import { useList } from '#src/data/hooks.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { useWords } from '#src/words/words.ts'
import { NoticeRow, useTagRead } from './notice-row.tsx'
import './notice.css'

/** How many notices the bell shows. */
const shown = 5

/** The newest notices of the signed-in person and the way to all, below the bell. `onOpen`: one or all were opened. */
export function NoticePreview({ onOpen }: { readonly onOpen: () => void }): ReactNode {
  const { word } = useWords()
  const navigate = useNavigate()
  const page = useList(notice, { current: 1, size: shown })
  const { read } = useTagRead()
  if (!page.data) return <Outcome isLoading={page.isPending} error={page.error} onRetry={() => void page.refetch()} />
  if (page.data.records.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={word('notice.none')} />
  return (
    <div className="eam-notices eam-notice-preview">
      <ul>
        {page.data.records.map((row) => (
          <NoticeRow key={row.id} row={row} onRead={() => read({ ids: [row.id] })} onOpen={onOpen} />
        ))}
      </ul>
      <Button
        type="link"
        onClick={() => {
          onOpen()
          void navigate('/notice/task')
        }}
      >
        {word('notice.showAll')}
      </Button>
    </div>
  )
}
