import { Pagination, Table } from 'antd'
import { type ReactNode, useState } from 'react'
import { announcementReaders } from '#contract/calls/notice/announcement.ts'
import { user } from '#contract/entities/identity/user.ts'
import { announcement } from '#contract/entities/notice/announcement.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { useCall } from '#src/data/hooks.ts'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { Outcome } from '#src/kit/outcome.tsx'
import { ToneTag } from '#src/kit/tone-tag.tsx'
import { momentText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'

/** The announcements of a hospital, each with who has read it. */
export const AnnouncementPage = (): ReactNode => (
  <EntityPage of={announcement} more={(row) => (row.sentAt ? <Readers id={row.id} /> : null)} />
)

type Reader = AnswerOf<typeof announcementReaders>['records'][number]
const size = 10

function Readers({ id }: { readonly id: string }): ReactNode {
  const { word, say, language } = useWords()
  const [current, setCurrent] = useState(1)
  const found = useCall(announcementReaders, { announcementId: id, current, size })
  return (
    <section className="eam-history" aria-label={say(announcementReaders)}>
      <h2>{say(announcementReaders)}</h2>
      {found.data ? (
        <>
          <Table<Reader>
            rowKey="userId"
            size="small"
            pagination={false}
            dataSource={[...found.data.records]}
            columns={[
              { key: 'name', title: say(user.fields.realName), dataIndex: 'realName' },
              { key: 'dept', title: say(user.fields.dept), dataIndex: 'deptName' },
              {
                key: 'read',
                title: word('common.state'),
                render: (_, row) => (
                  <>
                    <ToneTag tone={row.isRead === 1 ? 'good' : 'plain'}>
                      {word(row.isRead === 1 ? 'announcement.read' : 'notice.unread')}
                    </ToneTag>
                    {row.readAt ? momentText(row.readAt, language) : ''}
                  </>
                ),
              },
            ]}
          />
          <Pagination align="end" size="small" current={current} pageSize={size} total={found.data.total} onChange={setCurrent} />
        </>
      ) : (
        <Outcome isLoading={found.isPending} error={found.error} onRetry={() => void found.refetch()} />
      )}
    </section>
  )
}
