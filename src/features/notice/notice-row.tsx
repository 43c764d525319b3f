import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { tagRead } from '#contract/calls/notice/notice.ts'
import { notice } from '#contract/entities/notice/notice.ts'
import { noticeKinds } from '#contract/entities/notice/notice-kinds.ts'
import { saySeeded } from '#contract/kit/words.ts'
import { type Row, useAction } from '#src/data/hooks.ts'
import { lookForUnread } from '#src/data/unread.ts'
import { recordPath } from '#src/kit/record/record-paths.ts'
import { Shown } from '#src/kit/shown.tsx'
import { ToneTag } from '#src/kit/tone-tag.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { momentText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'

interface TagRead {
  /** Marks notices as read, by their ids or all of them, and asks for the number again. A refusal is shown. */
  read(body: { ids: string[] } | { all: 1 }): Promise<void>
  readonly isReading: boolean
}

/** Marks the notices of the signed-in person as read. */
export function useTagRead(): TagRead {
  const messages = useNotice()
  const mark = useAction(tagRead)
  return {
    isReading: mark.isPending,
    read: async (body) => {
      try {
        await mark.mutateAsync({ body })
        await lookForUnread()
      } catch (thrown) {
        messages.failed(thrown)
      }
    },
  }
}

interface NoticeRowProps {
  readonly row: Row
  readonly onRead: () => Promise<void>
  /** Called when the notice is opened, before its record is shown. */
  readonly onOpen?: () => void
}

/** A notice of a list; a click marks it as read and opens what it is about. */
export function NoticeRow({ row, onRead, onOpen }: NoticeRowProps): ReactNode {
  const { word, language } = useWords()
  const navigate = useNavigate()
  const isUnread = row.isRead === 0
  const address = recordPath(row.target, row.targetId)
  const open = (): void => {
    onOpen?.()
    if (isUnread) void onRead()
    if (address) void navigate(address)
  }
  return (
    <li className={isUnread ? 'eam-unread' : undefined}>
      <button type="button" onClick={open}>
        <span>
          <Shown name="kind" field={notice.fields.kind} row={row} />
          {isUnread && <ToneTag tone="bad">{word('notice.unread')}</ToneTag>}
        </span>
        <strong>{String(row.subject)}</strong>
        {row.detail ? <span>{saySeeded(noticeKinds[String(row.kind)]?.seeded, String(row.detail), language)}</span> : null}
        <time dateTime={String(row.sentAt)}>{momentText(String(row.sentAt), language)}</time>
      </button>
    </li>
  )
}
