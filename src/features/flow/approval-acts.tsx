import { Button } from 'antd-mobile'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { audit } from '#contract/calls/flow/flow.ts'
import { nodeNameIn } from '#contract/entities/flow/seeded-names.ts'
import { choice, type FieldMap } from '#contract/kit/fields/field.ts'
import type { Words } from '#contract/kit/words.ts'
import { soundOf } from '#src/kit/phone/sounds.ts'
import { later } from '#src/kit/phone/store/lazy-load.ts'
import { useSync, write } from '#src/kit/phone/store/local-data.ts'
import { whyNotKept } from '#src/kit/phone/store/why-not-stored.ts'
import { notice } from '#src/kit/phone/toast.ts'
import { ActBar } from '#src/kit/widgets/phone/act-bar.tsx'
import type { FormBody } from '#src/kit/widgets/phone/fields/form-body.ts'
import { StepSheet } from '#src/kit/widgets/phone/step-sheet.tsx'
import { useWords } from '#src/words/words.ts'
import { approvalWords } from './approval-words.ts'
import type { ShownApproval } from './phone/phone-approval.ts'

const PassOnSheet = later(() => import('./phone/pass-on-sheet.tsx').then((part) => part.PassOnSheet))

const { opinion, images, type } = audit.input
type Decision = 'agree' | 'reject'

/** What is asked for with a decision: a rejection says why, and may lead back to a node that was approved before. */
function asking(decision: Decision, { brief: { earlier = [] } }: ShownApproval): Words & { readonly input: FieldMap } {
  if (decision === 'agree') return { ...type.of.agree, input: { opinion, images } }
  const back = choice({
    ...approvalWords.backTo,
    of: {
      start: approvalWords.toApplicant,
      ...Object.fromEntries(earlier.map(({ nodeKey, nodeName }) => [nodeKey, { zh: nodeName, en: nodeNameIn(nodeName, 'en') }])),
    },
  })
  return { ...type.of.reject, input: { opinion: { ...opinion, required: true }, ...(earlier.length > 0 ? { toNode: back } : {}), images } }
}

/** The decision of the person, within reach of the thumb. It is kept on this phone first, so that it needs no network; only passing on does. */
export function ApprovalActs({ row, onDone }: { row: ShownApproval; onDone: () => void }) {
  const { word, say } = useWords()
  const navigate = useNavigate()
  const { online } = useSync()
  const [asked, setAsked] = useState<Decision | 'passOn'>()
  const { task } = row
  if (!task || row.status !== 'running' || row.decided) return null
  if (row.bar === 'applied') return <p className="ph-quiet ph-approval-note">{say(approvalWords.notOwn)}</p>
  const close = (): void => setAsked(undefined)
  // The decision is about the document as it is shown; an approval without one says nothing of it.
  const seen = row.brief.facts ? { revision: row.brief.revision ?? 0 } : {}

  const decide = async (decision: Decision, { body, photos }: Pick<FormBody, 'body' | 'photos'>): Promise<void> => {
    try {
      await write(
        {
          kind: audit.name,
          target: { type: 'flowInstance', id: row.id },
          lane: `flow:${row.id}`,
          body: { ...body, id: row.id, taskId: task.taskId, type: decision, ...seen },
        },
        photos,
      )
    } catch (error) {
      soundOf('bad')
      return void notice(word('form.saveFailed', { why: word(whyNotKept(error)) }))
    }
    soundOf('good')
    void notice(say(approvalWords.saved))
    close()
    await navigate('/approval', { replace: true })
  }

  return (
    <>
      {row.bar ? <p className="ph-quiet ph-approval-note">{say(approvalWords.notWritten)}</p> : null}
      <ActBar>
        {row.bar ? null : (
          <>
            <Button color="primary" onClick={() => setAsked('agree')}>
              {say(type.of.agree)}
            </Button>
            <Button color="danger" fill="outline" onClick={() => setAsked('reject')}>
              {say(type.of.reject)}
            </Button>
          </>
        )}
        {online ? (
          <Button fill="outline" onClick={() => setAsked('passOn')}>
            {say(approvalWords.passOn)}
          </Button>
        ) : null}
      </ActBar>
      {asked === 'passOn' ? (
        <PassOnSheet
          id={row.id}
          taskId={task.taskId}
          onClose={close}
          onDone={() => {
            close()
            onDone()
          }}
        />
      ) : asked ? (
        <StepSheet
          step={asking(asked, row)}
          {...(asked === 'reject' && row.brief.earlier?.length ? { initial: { toNode: 'start' } } : {})}
          onTake={(given) => decide(asked, given)}
          onClose={close}
        />
      ) : null}
    </>
  )
}
