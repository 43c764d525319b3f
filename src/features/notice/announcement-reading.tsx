import { Tag, Typography } from 'antd'
import type { ReactNode } from 'react'
import { useParams } from 'react-router-dom'
import { announcementRead } from '#contract/calls/notice/announcement.ts'
import { announcement } from '#contract/entities/notice/announcement.ts'
import { useCall } from '#src/data/hooks.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { Photos } from '#src/kit/photos.tsx'
import { momentText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'

/** An announcement in full, for one whom it was sent to. */
export function AnnouncementReading(): ReactNode {
  const { language, say } = useWords()
  const { id = '' } = useParams()
  const { data, isPending, error, refetch } = useCall(announcementRead, { announcementId: id })
  if (!data) return <Outcome isLoading={isPending} error={error} onRetry={() => void refetch()} />
  return (
    <article className="eam-panel" style={{ maxWidth: 860 }}>
      <Typography.Title level={2}>{data.title}</Typography.Title>
      <p className="eam-hint">
        <Tag>{data.categoryValue}</Tag>
        {data.sender} <time dateTime={data.sentAt}>{momentText(data.sentAt, language)}</time>
      </p>
      <Typography.Paragraph style={{ whiteSpace: 'pre-wrap' }}>{data.content}</Typography.Paragraph>
      {data.attachment.length > 0 && <Photos ids={data.attachment} label={say(announcement.fields.attachment)} />}
    </article>
  )
}
