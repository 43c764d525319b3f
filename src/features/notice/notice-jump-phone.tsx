import { useEffect, useState } from 'react'
import { Navigate, useSearchParams } from 'react-router-dom'
import { notice } from '#contract/entities/notice/notice.ts'
import { readDetail } from '#src/data/read-detail.ts'
import { recordPath } from '#src/kit/record/record-paths.ts'
import { PageLoading } from '#src/kit/widgets/phone/page-state.tsx'
import { useWords } from '#src/words/words.ts'
import { markRead, type PhoneNotice, useNotices } from './stored-notices.ts'

/** A notice of this phone, else of the server; null when it is not available. */
function useNotice(id: string | null): PhoneNotice | null | undefined {
  const held = useNotices()
  const mine = held?.find((one) => one.id === id)
  const isNeeded = held !== undefined && mine === undefined && id !== null
  const [asked, setAsked] = useState<PhoneNotice | null>()
  useEffect(() => {
    if (!isNeeded) return
    let current = true
    readDetail(notice, id).then(
      (row) => current && setAsked(row),
      () => current && setAsked(null),
    )
    return () => {
      current = false
    }
  }, [id, isNeeded])
  return id === null ? null : (mine ?? asked)
}

/** Leads from the notice `id` to the record that it is about, and marks it as read; without a record to the notices. */
export function NoticeJumpPhone() {
  const { word } = useWords()
  const [params] = useSearchParams()
  const found = useNotice(params.get('id'))
  const unread = found && found.isRead !== 1 ? found.id : undefined
  useEffect(() => {
    if (unread) void markRead(unread).catch(console.error)
  }, [unread])
  if (found === undefined) return <PageLoading label={word('common.loading')} />
  return <Navigate to={recordPath(found?.target, found?.targetId) ?? '/notices'} replace />
}
