import { Button } from 'antd-mobile'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { doneList, sendList } from '#contract/calls/flow/flow.ts'
import { invoke } from '#src/data/client.ts'
import { useSession } from '#src/data/session.ts'
import { useSync } from '#src/kit/phone/store/local-data.ts'
import { ChoiceBar } from '#src/kit/widgets/phone/choice-bar.tsx'
import { PageLoading, PageState } from '#src/kit/widgets/phone/page-state.tsx'
import { PhonePage } from '#src/kit/widgets/phone/phone-page.tsx'
import { useWords } from '#src/words/words.ts'
import { approvalWords } from '../approval-words.ts'
import { ApprovalRow } from './approval-row.tsx'
import { type HeldApproval, type ListedApproval, listedOf, useHeldApprovals, waitsFor } from './phone-approval.ts'
import './approval-phone.css'

const lists = ['waiting', 'done', 'mine'] as const
type List = (typeof lists)[number]
const none = { waiting: approvalWords.noneWaiting, done: approvalWords.noneDone, mine: approvalWords.noneMine } as const

/** The approvals that wait for the person, the most urgent first: those with a time limit, then the oldest. */
const waitingOf = (held: readonly HeldApproval[], userId: string): ListedApproval[] =>
  held
    .filter((one) => waitsFor(one, userId))
    .map((one) => listedOf(one, userId))
    .sort((a, b) => (a.dueAt ?? '9').localeCompare(b.dueAt ?? '9') || (a.at ?? '').localeCompare(b.at ?? ''))

/** Approvals of the person: what waits, kept on this phone; what was decided and what was started, from the server. */
export function ApprovalsPhone() {
  const { say } = useWords()
  const userId = useSession((state) => state.person?.user_id ?? '')
  const held = useHeldApprovals()
  const [params, setParams] = useSearchParams()
  const [list, setList] = useState<List>(lists.find((one) => one === params.get('list')) ?? 'waiting')
  const waiting = held && waitingOf(held, userId)
  const left = waiting?.filter(({ decided }) => !decided).length ?? 0
  return (
    <PhonePage title={say(approvalWords.title)} back="/me">
      <div className="ph-lists">
        <ChoiceBar
          label={say(approvalWords.lists)}
          value={list}
          options={lists.map((one) => ({ value: one, label: `${say(approvalWords[one])} ${one === 'waiting' ? left || '' : ''}`.trim() }))}
          onChange={(next: List) => {
            // The address follows in a transition; the choice shows at once.
            setList(next)
            // Going back from an approval shows the same list.
            setParams({ list: next }, { replace: true })
          }}
        />
      </div>
      {list === 'waiting' ? (
        <Shown list={list} rows={waiting} />
      ) : (
        <FromServer
          key={list}
          list={list}
          held={(held ?? []).filter(({ applicantId }) => applicantId === userId).map((one) => listedOf(one, userId))}
        />
      )}
    </PhonePage>
  )
}

function Shown({ list, rows }: { list: List; rows: readonly ListedApproval[] | undefined }) {
  const { word, say } = useWords()
  const { isComing, lastPull } = useSync()
  const isEmpty = rows?.length === 0
  if (!rows || (isEmpty && list === 'waiting' && isComing)) return <PageLoading label={word('common.loading')} />
  if (isEmpty && list === 'waiting' && lastPull === 0) return <PageState title={word('page.noData')} help={word('page.noDataHelp')} />
  if (isEmpty) return <PageState title={say(none[list])} />
  return (
    <ul className="ph-rows" aria-label={say(approvalWords[list])}>
      {rows.map((row) => (
        <ApprovalRow key={row.id} row={row} isWaiting={list === 'waiting'} />
      ))}
    </ul>
  )
}

const size = 20

/** A list that the server answers, page by page. Without a network: the running ones of the person's own that this phone keeps. */
function FromServer({ list, held }: { list: 'done' | 'mine'; held: readonly ListedApproval[] }) {
  const { say } = useWords()
  const { online } = useSync()
  const [pages, setPages] = useState(1)
  const [found, setFound] = useState<{ rows: ListedApproval[]; total: number } | null>()
  useEffect(() => {
    if (!online) return
    const controller = new AbortController()
    invoke(list === 'done' ? doneList : sendList, { query: { current: 1, size: size * pages }, signal: controller.signal }).then(
      ({ records, total }) =>
        setFound({ rows: records.map((row) => ({ ...row, at: row.decidedAt ?? row.createTime, dueAt: null })), total }),
      () => controller.signal.aborted || setFound(null),
    )
    return () => controller.abort()
  }, [list, online, pages])
  if (!online && !found)
    return (
      <>
        <p className="ph-quiet ph-approval-note">{say(list === 'done' ? approvalWords.offline : approvalWords.offlineMine)}</p>
        {list === 'mine' && held.length > 0 ? <Shown list={list} rows={held} /> : null}
      </>
    )
  if (found === null) return <PageState title={say(approvalWords.failed)} />
  return (
    <>
      <Shown list={list} rows={found?.rows} />
      {found && found.rows.length < found.total ? (
        <div className="ph-approval-more">
          <Button block onClick={() => setPages(pages + 1)}>
            {say(approvalWords.more)}
          </Button>
        </div>
      ) : null}
    </>
  )
}
