import { Button, Empty, Table, Typography } from 'antd'
import type { ReactNode } from 'react'
import { mySessions, revokeSession } from '#contract/calls/identity/session.ts'
import { endUserSessions, userSessions } from '#contract/calls/identity/user.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { useAction, useCall } from '#src/data/hooks.ts'
import { signOut } from '#src/data/session.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { ToneTag } from '#src/kit/tone-tag.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { momentText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'

type Session = AnswerOf<typeof mySessions>[number]

/** Lists and ends sessions: the person's own, or with `userId` those of a user. */
export function SessionsTable({ userId }: { readonly userId?: string }): ReactNode {
  const { word, language } = useWords()
  const notice = useNotice()
  const found = useCall(userId ? userSessions : mySessions, userId ? { userId } : {})
  const end = useAction(userId ? endUserSessions : revokeSession)
  const run = async (body: object, isThis = false): Promise<void> => {
    try {
      await end.mutateAsync({ body: userId ? { userId, ...body } : body })
      if (isThis) await signOut()
      else notice.done(word('people.ended'))
    } catch (thrown) {
      notice.failed(thrown)
    }
  }
  if (!found.data) return <Outcome isLoading={found.isPending} error={found.error} onRetry={() => void found.refetch()} />
  const others = found.data.filter((one) => !one.isThis && one.isReused !== 1)
  return (
    <>
      <Table<Session>
        rowKey="id"
        size="small"
        pagination={false}
        dataSource={found.data}
        locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={word('people.sessionsNone')} /> }}
        columns={[
          {
            key: 'client',
            title: word('people.client'),
            render: (_value, row) => (
              <>
                {row.client ?? word('people.unknownClient')} {row.isThis && <ToneTag tone="good">{word('people.thisOne')}</ToneTag>}
                <div className="eam-hint">{row.address}</div>
                {row.isReused === 1 && (
                  <Typography.Text type="danger">
                    {word('people.reused', { when: momentText(row.endedTime ?? row.lastTime, language) })}
                  </Typography.Text>
                )}
              </>
            ),
          },
          { key: 'created', title: word('people.signedInAt'), render: (_value, row) => momentText(row.createTime, language) },
          { key: 'last', title: word('people.lastUsed'), render: (_value, row) => momentText(row.lastTime, language) },
          {
            key: 'until',
            title: word('people.lastsUntil'),
            render: (_value, row) => row.isReused !== 1 && momentText(row.endTime, language),
          },
          {
            key: 'end',
            width: 90,
            render: (_value, row) =>
              row.isReused !== 1 && (
                <Button size="small" danger disabled={end.isPending} onClick={() => void run({ id: row.id }, row.isThis)}>
                  {word('people.end')}
                </Button>
              ),
          },
        ]}
      />
      {others.length > 0 && (
        <div className="eam-below-table">
          <Button danger disabled={end.isPending} onClick={() => void run(userId ? {} : { others: 1 })}>
            {word(userId ? 'people.endAll' : 'people.endOthers')}
          </Button>
        </div>
      )}
    </>
  )
}
