import { Suspense, useCallback, useEffect, useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { processDetail } from '#contract/calls/flow/flow.ts'
import { flowInstance } from '#contract/entities/flow/flow-instance.ts'
import type { Words } from '#contract/kit/words.ts'
import { invoke } from '#src/data/client.ts'
import { useSession } from '#src/data/session.ts'
import { useSync } from '#src/kit/phone/store/local-data.ts'
import { usePhoneStore } from '#src/kit/phone/store/phone-store.ts'
import { shortTime } from '#src/kit/phone/time.ts'
import { PageLoading, PageState } from '#src/kit/widgets/phone/page-state.tsx'
import { PhonePage } from '#src/kit/widgets/phone/phone-page.tsx'
import { ToneTag } from '#src/kit/widgets/phone/tone-tag.tsx'
import { useWords } from '#src/words/words.ts'
import { ApplicantActs } from '../applicant-acts.tsx'
import { ApprovalActs } from '../approval-acts.tsx'
import { approvalWords } from '../approval-words.ts'
import { filled } from '../tree/filled.ts'
import { ApprovalCourse } from './approval-course.tsx'
import { ApprovalDocument } from './approval-document.tsx'
import { isLate, type ShownApproval, shownOfDetail, shownOfHeld, useHeldApprovals } from './phone-approval.ts'
import './approval-phone.css'

const states = flowInstance.fields.instanceStatus.of
const toSend = { urge: approvalWords.urging, cancel: approvalWords.withdrawing } as const

interface ServerApproval {
  /** Undefined while it is not known; null when it is not available. */
  readonly found: ShownApproval | null | undefined
  readonly reload: () => void
}

/** An approval that this phone does not keep, from the server. */
function useServerApproval(id: string, userId: string, isNeeded: boolean): ServerApproval {
  const [found, setFound] = useState<ShownApproval | null>()
  const load = useCallback(
    async (signal?: AbortSignal): Promise<void> => {
      const row = await invoke(processDetail, { query: { id }, signal }).catch(() => null)
      if (!signal?.aborted) setFound(row && shownOfDetail(row, userId))
    },
    [id, userId],
  )
  useEffect(() => {
    if (!isNeeded) return
    const controller = new AbortController()
    void load(controller.signal)
    return () => controller.abort()
  }, [isNeeded, load])
  return { found: isNeeded ? found : undefined, reload: () => void (isNeeded && load()) }
}

/** One approval: what is asked for, the devices, the course with opinions, and the decision. */
export function ApprovalPhone() {
  const { word, say } = useWords()
  const { id = '' } = useParams()
  const { online } = useSync()
  const userId = useSession((state) => state.person?.user_id ?? '')
  const rows = useHeldApprovals()
  const held = rows?.find((one) => one.id === id)
  const isKept = held?.brief !== null && held?.brief !== undefined
  const { found: asked, reload } = useServerApproval(id, userId, rows !== undefined && !isKept && online)
  const row = isKept ? shownOfHeld(held, userId) : (asked ?? (held && shownOfHeld(held, userId)))
  const isComing = rows === undefined || (asked === undefined && online)
  return (
    <PhonePage title={say(approvalWords.one)} back="/approval">
      {row ? (
        <>
          <Queued id={id} waits={row.decided ? approvalWords.pending : row.toSend && toSend[row.toSend]} />
          <Head row={row} />
          <ApprovalDocument brief={row.brief} />
          <ApprovalCourse row={row} />
          <Suspense>
            {row.mine && row.status === 'running' ? (
              <ApplicantActs id={row.id} mine={row.mine} isWithdrawn={row.toSend === 'cancel'} />
            ) : null}
            <ApprovalActs row={row} onDone={reload} />
          </Suspense>
        </>
      ) : isComing ? (
        <PageLoading label={word('common.loading')} />
      ) : (
        <PageState title={say(approvalWords.gone)} help={say(approvalWords.goneHelp)} />
      )}
    </PhonePage>
  )
}

/** What this phone has not sent yet, and what was not accepted. */
function Queued({ id, waits }: { id: string; waits: Words | undefined }) {
  const { say } = useWords()
  const stuck = usePhoneStore(({ queue }) => queue.items.find(({ op, attention }) => op.target.id === id && attention))
  return (
    <>
      {stuck ? (
        <div className="ph-alert" role="alert">
          {stuck.op.lastError?.msg ?? say(approvalWords.stuck)}
          <br />
          <Link className="ph-text-link" to="/queue">
            {say(approvalWords.open)}
          </Link>
        </div>
      ) : null}
      {waits ? (
        <p className="ph-alert ph-alert-calm" role="status">
          {say(waits)}
        </p>
      ) : null}
    </>
  )
}

function Head({ row }: { row: ShownApproval }) {
  const { say, language } = useWords()
  const state = states[row.status as keyof typeof states]
  const dueAt = row.task?.dueAt
  return (
    <section className="ph-card">
      <div className="ph-approval-head">
        <h2>{row.title}</h2>
        {state ? <ToneTag tone={state.tone}>{say(state)}</ToneTag> : null}
      </div>
      <p className="ph-quiet">
        {[
          row.brief.kind ? say(row.brief.kind) : row.kind,
          row.applicantName,
          row.deptName,
          `${say(approvalWords.since)} ${shortTime(row.createTime, language)}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {dueAt ? (
        <p className={isLate(dueAt) ? 'ph-alert' : 'ph-alert ph-alert-calm'} role="status">
          {isLate(dueAt) ? `${say(approvalWords.late)} · ` : ''}
          {filled(say(approvalWords.due), { when: shortTime(dueAt, language) })}
        </p>
      ) : null}
    </section>
  )
}
