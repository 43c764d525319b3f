import { Button } from 'antd-mobile'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { cancelFlow, urge } from '#contract/calls/flow/flow.ts'
import { soundOf } from '#src/kit/phone/sounds.ts'
import { write } from '#src/kit/phone/store/local-data.ts'
import { whyNotKept } from '#src/kit/phone/store/why-not-stored.ts'
import { shortTime } from '#src/kit/phone/time.ts'
import { notice } from '#src/kit/phone/toast.ts'
import type { FormBody } from '#src/kit/widgets/phone/fields/form-body.ts'
import { StepSheet } from '#src/kit/widgets/phone/step-sheet.tsx'
import { useWords } from '#src/words/words.ts'
import { approvalWords } from './approval-words.ts'
import { type ShownApproval, urgedUntil } from './phone/phone-approval.ts'
import { filled } from './tree/filled.ts'

const acts = {
  urge: { of: urge, input: { opinion: { ...urge.input.opinion, ...approvalWords.urgeSays } } },
  cancel: { of: cancelFlow, input: { opinion: { ...cancelFlow.input.opinion, ...approvalWords.withdrawSays } } },
} as const

interface Props {
  readonly id: string
  readonly mine: NonNullable<ShownApproval['mine']>
  readonly isWithdrawn: boolean
}

/** What the applicant may do while others decide: urge them, once an hour, or take the application back. Both are kept on this phone first. */
export function ApplicantActs({ id, mine: { withdrawable, urgedAt }, isWithdrawn }: Props) {
  const { word, say, language } = useWords()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<keyof typeof acts>()
  if (isWithdrawn) return null
  const until = urgedUntil(urgedAt)

  const send = async (name: keyof typeof acts, { body }: Pick<FormBody, 'body'>): Promise<void> => {
    try {
      await write({ kind: acts[name].of.name, target: { type: 'flowInstance', id }, lane: `flow:${id}`, body: { ...body, id } })
    } catch (error) {
      soundOf('bad')
      return void notice(word('form.saveFailed', { why: word(whyNotKept(error)) }))
    }
    soundOf('good')
    void notice(say(approvalWords.saved))
    setAsked(undefined)
    if (name === 'cancel') await navigate('/approval?list=mine', { replace: true })
  }

  return (
    <section className="ph-approval-own" aria-label={say(approvalWords.ownActs)}>
      {until && urgedAt ? (
        <p className="ph-quiet" role="status">
          {filled(say(approvalWords.urged), { when: shortTime(urgedAt, language), until: shortTime(until, language) })}
        </p>
      ) : (
        <Button block size="large" onClick={() => setAsked('urge')}>
          {say(urge)}
        </Button>
      )}
      {withdrawable ? (
        <Button block size="large" color="danger" fill="outline" onClick={() => setAsked('cancel')}>
          {say(cancelFlow)}
        </Button>
      ) : null}
      {asked ? (
        <StepSheet
          step={{ ...acts[asked].of, input: acts[asked].input }}
          onTake={(given) => send(asked, given)}
          onClose={() => setAsked(undefined)}
        />
      ) : null}
    </section>
  )
}
