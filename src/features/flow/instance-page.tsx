import { Alert, Button } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { processDetail } from '#contract/calls/flow/flow.ts'
import { flowComment } from '#contract/entities/flow/flow-comment.ts'
import { flowInstance } from '#contract/entities/flow/flow-instance.ts'
import type { FlowTree } from '#contract/entities/flow/tree.ts'
import { useCall } from '#src/data/hooks.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { recordPath } from '#src/kit/record/record-paths.ts'
import { RelatedList } from '#src/kit/record/related-list.tsx'
import { Shown } from '#src/kit/shown.tsx'
import { useTabTitle } from '#src/kit/tab-title.ts'
import { ToneTag } from '#src/kit/tone-tag.tsx'
import { momentText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import { DecidedDocument } from './decided-document.tsx'
import { InstanceActs } from './instance-acts.tsx'
import { InstanceCourse } from './instance-course.tsx'
import { InstanceDrawing } from './instance-drawing.tsx'
import { NextWaiting } from './next-waiting.tsx'
import { useApproval } from './use-approval.ts'
import './instance.css'

/** One approval: what is decided, with its devices; beside it the course; the acts of this person always in sight; below comments and drawing. */
export function InstancePage(): ReactNode {
  const { id = '' } = useParams()
  const { word, language } = useWords()
  const navigate = useNavigate()
  const found = useCall(processDetail, { id })
  useTabTitle(found.data?.instanceTitle ?? undefined)
  const row = found.data
  const { approval } = useApproval(String(row?.approvalKind))
  if (!row) return <Outcome isLoading={found.isPending} error={found.error} onRetry={() => void found.refetch()} />
  const document = recordPath(row.entity, row.documentId)
  const isLate = row.taskState === 'open' && row.dueAt !== null && new Date(row.dueAt).getTime() < Date.now()
  const applied = { who: row.applicantName ?? '—', dept: row.deptName ?? '—', when: momentText(row.createTime, language) }
  return (
    <article className="eam-record">
      <header>
        <div>
          <h1 title={row.instanceTitle ?? undefined}>
            {row.instanceTitle} <Shown name="instanceStatus" field={flowInstance.fields.instanceStatus} row={row} />
            {isLate && <ToneTag tone="bad">{word('flow.overdue')}</ToneTag>}
          </h1>
          <p className="eam-hint">
            {row.approvalKindValue} · {word('flow.applied', applied)} ·{' '}
            {word('flow.byVersion', { name: row.definitionName ?? '', n: row.versionNumber })}
          </p>
        </div>
        <div className="eam-actions">
          <InstanceActs row={row} onRefresh={() => void found.refetch()} />
          {document && <Button onClick={() => void navigate(document)}>{word('flow.openDocument')}</Button>}
        </div>
      </header>
      <NextWaiting row={row} />
      {row.taskState === 'open' && row.nodeName && row.dueAt && (
        <Alert
          className="eam-approval-due"
          type={isLate ? 'error' : 'info'}
          showIcon
          title={`${row.nodeName}${word('flow.comma')}${word('flow.dueAt', { when: momentText(row.dueAt, language) })}`}
        />
      )}
      <div className="eam-record-body eam-approval">
        <div className="eam-record-main">
          <DecidedDocument brief={row.brief ?? {}} />
          <RelatedList
            of={flowComment}
            title={{ zh: '评论', en: 'Comments' }}
            fixed={{ instanceId: row.id }}
            initial={{ instanceId: row.id, instanceName: row.instanceTitle }}
          />
          <section className="eam-panel eam-instance-drawing">
            <InstanceDrawing row={row} tree={row.tree as FlowTree} approval={approval} />
          </section>
        </div>
        <aside className="eam-panel">
          <InstanceCourse row={row} />
        </aside>
      </div>
    </article>
  )
}
