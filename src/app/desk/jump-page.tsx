import { Button, Result } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import { tagRead } from '#contract/calls/notice/notice.ts'
import { notice } from '#contract/entities/notice/notice.ts'
import { useAction, useDetail } from '#src/data/hooks.ts'
import { ownAddress } from '#src/data/own-address.ts'
import { switchTenant, useSession } from '#src/data/session.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { recordPath } from '#src/kit/record/record-paths.ts'
import { useWords } from '#src/words/words.ts'
import { startOver } from './start/start-over.ts'

/** The query of the address bar: a page that stays open in a tab keeps its own. */
const useQueryHere = (): URLSearchParams => new URLSearchParams(useLocation().search)

/** Why a jump led nowhere, with the way home. */
function Refused({ text }: { readonly text: string }): ReactNode {
  const { word } = useWords()
  const navigate = useNavigate()
  return (
    <Result
      status="warning"
      title={text}
      extra={
        <Button type="primary" onClick={() => void navigate('/')}>
          {word('error.home')}
        </Button>
      }
    />
  )
}

/**
 * Leads on to the address of this site in `to`, in the organisation `tenantId` where it is named and the person belongs to it. An address of another site is
 * refused: a link that begins here must not end elsewhere. The page is loaded again in the other organisation; `reload=false` goes on without.
 */
export function JumpPage(): ReactNode {
  const { word } = useWords()
  const query = useQueryHere()
  const person = useSession((state) => state.person)
  const to = ownAddress(query.get('to') ?? '/', '')
  const tenantId = query.get('tenantId') ?? person?.tenantId
  const isHere = tenantId === person?.tenantId
  const mayGo = isHere || person?.belongTenant.some((tenant) => tenant.tenantId === tenantId)
  const stays = query.get('reload') === 'false'
  const navigate = useNavigate()
  const [problem, setProblem] = useState<string>()
  /** The jump that is under way. The next one may come before the page of this one is drawn. */
  const off = useRef<string>(null)
  const jump = `${tenantId} ${to}`
  useEffect(() => {
    if (isHere || !mayGo || !to || !tenantId || off.current === jump) return
    off.current = jump
    setProblem(undefined)
    switchTenant(tenantId)
      .then(() => (stays ? navigate(to, { replace: true }) : startOver(to)))
      .catch((thrown: Error) => setProblem(thrown.message))
  }, [isHere, mayGo, to, tenantId, stays, jump, navigate])
  if (to === '') return <Refused text={word('jump.foreign')} />
  if (!mayGo) return <Refused text={word('jump.notMember')} />
  if (problem) return <Refused text={problem} />
  if (isHere && off.current !== jump) return <Navigate to={to} replace />
  return <Outcome isLoading error={null} onRetry={() => {}} />
}

/** Leads from the notice `id` to the record that it is about, and marks it as read; without a record to the notices. */
export function NoticeJump(): ReactNode {
  const id = useQueryHere().get('id') ?? undefined
  const found = useDetail(notice, id)
  const mark = useAction(tagRead)
  const isMarked = useRef(false)
  const { data } = found
  useEffect(() => {
    if (!data || !id || isMarked.current) return
    isMarked.current = true
    mark.mutate({ body: { ids: [id] } })
  }, [data, id, mark])
  if (!id) return <Navigate to="/notice/task" replace />
  if (!data) return <Outcome isLoading={found.isPending} error={found.error} onRetry={() => void found.refetch()} />
  return <Navigate to={recordPath(data.target, data.targetId) ?? '/notice/task'} replace />
}
