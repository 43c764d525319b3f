import { Empty } from 'antd'
import type { ReactNode } from 'react'
import { notice } from '#contract/entities/platform/notice.ts'
import { useList } from '#src/data/hooks.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { useWords } from '#src/words/words.ts'
import { NoticeRow, useTagRead } from './notice-row.tsx'
import './notice.css'

/** How many notices the bell shows. */
const shown = 5

/** The newest notices of the signed-in person, below the bell. `onOpen`: one was opened. */
export function NoticePreview({ onOpen }: { readonly onOpen: () => void }): ReactNode {
  const { word } = useWords()
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
    </div>
  )
}
