import { Button, Empty, Pagination, Segmented, Select } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { notice } from '#contract/entities/notice/notice.ts'
import { noticeKinds } from '#contract/entities/notice/notice-kinds.ts'
import { useList } from '#src/data/hooks.ts'
import { useUnread } from '#src/data/unread.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { useWords } from '#src/words/words.ts'
import { NoticeRow, useTagRead } from './notice-row.tsx'
import './notice.css'

/** The notices of the signed-in person: read, filtered, and led to what they are about. */
export function NoticePage(): ReactNode {
  const { word, say } = useWords()
  const [shown, setShown] = useState<'all' | 'unread'>('all')
  const [kind, setKind] = useState<string>()
  const [{ current, size }, setPage] = useState({ current: 1, size: 20 })
  const unread = useUnread((state) => state.count)
  const page = useList(notice, { current, size, kind, isRead: shown === 'unread' ? '0' : undefined })
  const { refetch } = page
  // A notice that the bell has counted is in the list.
  const seenUnread = useRef(0)
  useEffect(() => {
    if (unread !== seenUnread.current) void refetch()
    seenUnread.current = unread
  }, [unread, refetch])
  const { read, isReading } = useTagRead()
  const first = (): void => setPage({ current: 1, size })
  return (
    <section className="eam-panel eam-notices" aria-label={say(notice)}>
      <header>
        <Segmented<'all' | 'unread'>
          value={shown}
          onChange={(next) => {
            setShown(next)
            first()
          }}
          options={[
            { value: 'all', label: word('notice.all') },
            { value: 'unread', label: unread > 0 ? word('notice.unreadCount', { count: unread }) : word('notice.unread') },
          ]}
        />
        <Select
          allowClear
          value={kind}
          placeholder={say(notice.fields.kind)}
          aria-label={say(notice.fields.kind)}
          options={Object.entries(noticeKinds).map(([value, words]) => ({ value, label: say(words) }))}
          onChange={(next: string | undefined) => {
            setKind(next)
            first()
          }}
          style={{ width: 220 }}
        />
        <span className="eam-grow" />
        <Button disabled={unread === 0} loading={isReading} onClick={() => void read({ all: 1 })}>
          {word('notice.readAll')}
        </Button>
      </header>
      {!page.data ? (
        <Outcome isLoading={page.isPending} error={page.error} onRetry={() => void page.refetch()} />
      ) : page.data.records.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={word(shown === 'unread' ? 'notice.noneUnread' : 'notice.none')} />
      ) : (
        <>
          <ul>
            {page.data.records.map((row) => (
              <NoticeRow key={row.id} row={row} onRead={() => read({ ids: [row.id] })} />
            ))}
          </ul>
          <Pagination
            align="end"
            current={current}
            pageSize={size}
            total={page.data.total}
            showSizeChanger
            showTotal={(count) => word('list.total', { count })}
            onChange={(next, nextSize) => setPage({ current: next, size: nextSize })}
          />
        </>
      )}
    </section>
  )
}
