import { useInfiniteQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { dispatchDay } from '#contract/calls/service/dispatch.ts'
import { invoke } from '#src/data/client.ts'
import { language as languageNow } from '#src/data/language.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { ToneTag } from '#src/kit/tone-tag.tsx'
import { useWords } from '#src/words/words.ts'
import { addressOf, kindOf, nameOf } from './dispatch-cell.tsx'

interface Props {
  readonly query: Readonly<Record<string, string>>
  readonly day: string
  readonly lane: string | undefined
  readonly title: string
  readonly onClose: () => void
}

/** All orders of a day, or of a day in a lane. */
export function PlanDay({ query, day, lane, title, onClose }: Props): ReactNode {
  const { word, say } = useWords()
  const asked = { ...query, day, ...(lane === undefined ? {} : { lane }) }
  const found = useInfiniteQuery({
    queryKey: ['call', dispatchDay.name, asked, languageNow(), 'day'],
    queryFn: ({ pageParam, signal }) => invoke(dispatchDay, { query: { ...asked, from: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.hasMore ? pages.reduce((sum, page) => sum + page.cards.length, 0) : undefined),
  })
  const cards = found.data?.pages.flatMap((page) => page.cards) ?? []
  return (
    <Modal open title={title} footer={null} onCancel={onClose}>
      {!found.data ? (
        <Outcome isLoading={found.isPending} error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <ul className="eam-planning-all">
          {cards.map((card) => (
            <li key={card.id}>
              <ToneTag>{say(kindOf(card))}</ToneTag> <Link to={addressOf(card)}>{nameOf(card)}</Link>
              {card.isOverdue && card.due && (
                <>
                  {' '}
                  <ToneTag tone="bad">{word('dispatch.overdueOn', { day: card.due })}</ToneTag>
                </>
              )}
              <small>{[card.laneName ?? word('dispatch.unassigned'), card.deptName].filter(Boolean).join(' · ')}</small>
            </li>
          ))}
        </ul>
      )}
      {found.hasNextPage && (
        <Button block loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          {word('planning.next')}
        </Button>
      )}
    </Modal>
  )
}
