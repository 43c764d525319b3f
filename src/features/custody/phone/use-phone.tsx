import { Button } from 'antd-mobile'
import { useParams } from 'react-router-dom'
import { deviceUse } from '#contract/entities/custody/device-use.ts'
import { deviceUseMachine } from '#contract/entities/custody/device-use-machine.ts'
import type { Step } from '#contract/kit/entity/machine.ts'
import { useSession } from '#src/data/session.ts'
import { offeredSteps, useRowSteps } from '#src/kit/phone/row-steps.ts'
import { ActBar } from '#src/kit/widgets/phone/act-bar.tsx'
import { PageLoading, PageState } from '#src/kit/widgets/phone/page-state.tsx'
import { PhonePage } from '#src/kit/widgets/phone/phone-page.tsx'
import { RecordStepSheet } from '#src/kit/widgets/phone/step-sheet.tsx'
import { useWords } from '#src/words/words.ts'
import { UseFacts } from '../use-facts.tsx'
import { useWordsOf } from '../use-words.ts'
import { HandOverSheet } from './hand-over-sheet.tsx'
import { type PhoneUse, useUses } from './phone-use.ts'
import './custody-phone.css'

const steps: Readonly<Record<string, Step>> = deviceUseMachine.steps

/** One hand-over: what goes from where to where, and the possible steps. */
export function UsePhone() {
  const { word, say } = useWords()
  const { id = '' } = useParams()
  const uses = useUses()
  const use = uses?.find((one) => one.id === id)
  return (
    <PhonePage title={say(useWordsOf.title)} back="/use">
      {use ? <Steps use={use} /> : uses ? <PageState title={say(useWordsOf.gone)} /> : <PageLoading label={word('common.loading')} />}
    </PhonePage>
  )
}

function Steps({ use }: { use: PhoneUse }) {
  const { say } = useWords()
  const person = useSession((state) => state.person)
  const { asked, close, press, take } = useRowSteps(deviceUse, deviceUseMachine, use, () => say(useWordsOf.saved))
  const names = offeredSteps(deviceUse, deviceUseMachine, use, new Set(person?.rights ?? []))
  const borrower = { id: use.receiverId ?? use.applicantId ?? null, name: use.receiverName ?? use.applicantName ?? '' }
  const applicant = { id: use.applicantId ?? null, name: use.applicantName ?? '' }
  return (
    <>
      <UseFacts use={use} />
      {names.length > 0 ? (
        <ActBar>
          {names.map((name, index) => (
            <Button key={name} color="primary" fill={index === 0 ? 'solid' : 'outline'} onClick={() => void press(name)}>
              {say(steps[name]!)}
            </Button>
          ))}
        </ActBar>
      ) : null}
      {asked === 'handOver' || asked === 'takeBack' ? (
        <HandOverSheet
          name={asked}
          other={asked === 'handOver' ? applicant : borrower}
          isAgreed={asked === 'takeBack' && use.status === 'returning'}
          onTake={(given) => take(asked, given)}
          onClose={close}
        />
      ) : asked ? (
        <RecordStepSheet of={deviceUse} step={steps[asked]!} onTake={(given) => take(asked, given)} onClose={close} />
      ) : null}
    </>
  )
}
