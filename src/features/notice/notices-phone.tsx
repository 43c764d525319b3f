import { noticeKinds } from 'virtual:notice-kinds'
import { Button } from 'antd-mobile'
import { useNavigate } from 'react-router-dom'
import type { NoticeWords } from '#contract/kit/module.ts'
import { saySeeded } from '#contract/kit/words.ts'
import { useSync } from '#src/kit/phone/store/local-data.ts'
import { shortTime } from '#src/kit/phone/time.ts'
import { recordPath } from '#src/kit/record/record-paths.ts'
import { LongList } from '#src/kit/widgets/phone/long-list.tsx'
import { PageLoading, PageState } from '#src/kit/widgets/phone/page-state.tsx'
import { PhonePage } from '#src/kit/widgets/phone/phone-page.tsx'
import { useWords } from '#src/words/words.ts'
import { markRead, type PhoneNotice, useNotices } from './stored-notices.ts'
import './notices-phone.css'

const keep = (id: string): void => void markRead(id).catch(console.error)

/** The person's notices, the newest first; a tap marks one read and opens its subject. */
export function NoticesPhone() {
  const { word } = useWords()
  const navigate = useNavigate()
  const { isComing, lastPull } = useSync()
  const notices = useNotices()
  const unread = notices?.filter((one) => one.isRead !== 1) ?? []

  const open = (one: PhoneNotice): void => {
    if (one.isRead !== 1) keep(one.id)
    const address = recordPath(one.target, one.targetId)
    if (address) void navigate(address)
  }

  const readAll = (): void => {
    for (const one of unread) keep(one.id)
  }

  return (
    <PhonePage title={word('tab.notices')}>
      {unread.length > 0 ? (
        <div className="ph-notices-top">
          <span>{word('notices.unread', { n: unread.length })}</span>
          <Button fill="none" color="primary" onClick={readAll}>
            {word('notices.readAll')}
          </Button>
        </div>
      ) : null}
      {notices === undefined || (notices.length === 0 && isComing) ? (
        <PageLoading label={word('common.loading')} />
      ) : notices.length === 0 ? (
        <PageState
          title={word(lastPull > 0 ? 'notices.none' : 'page.noData')}
          help={word(lastPull > 0 ? 'notices.noneHelp' : 'page.noDataHelp')}
        />
      ) : (
        <LongList label={word('tab.notices')} items={notices} keyOf={(one) => one.id}>
          {(one) => <NoticeRow notice={one} onOpen={() => open(one)} />}
        </LongList>
      )}
    </PhonePage>
  )
}

function NoticeRow({ notice, onOpen }: { notice: PhoneNotice; onOpen: () => void }) {
  const { word, say, language } = useWords()
  // The server may know kinds that this program does not.
  const kind: NoticeWords = noticeKinds[notice.kind] ?? { zh: '', en: '', tone: 'plain' }
  const isNew = notice.isRead !== 1
  return (
    <li>
      <button type="button" className={isNew ? 'ph-row ph-notice ph-notice-new' : 'ph-row ph-notice'} onClick={onOpen}>
        <span className={`ph-dot ph-dot-${kind.tone}`} aria-hidden="true" />
        <span className="ph-row-main">
          <span className="ph-row-title">
            <span>
              {say(kind)}
              {isNew ? <span className="ph-hidden">{word('notices.new')}</span> : null}
            </span>
            <span className="ph-quiet ph-notice-time">{notice.sentAt ? shortTime(notice.sentAt, language) : ''}</span>
          </span>
          <span className="ph-notice-subject">{notice.subject}</span>
          {notice.detail ? <span className="ph-quiet ph-row-more">{saySeeded(kind.seeded, notice.detail, language)}</span> : null}
        </span>
      </button>
    </li>
  )
}
