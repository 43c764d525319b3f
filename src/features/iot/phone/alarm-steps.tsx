import { Button } from 'antd-mobile'
import { type ReactNode, Suspense } from 'react'
import { alarmFlow, sensorAlarm } from '#contract/entities/iot/sensor-alarm.ts'
import { useSession } from '#src/data/session.ts'
import { offeredSteps, useRowSteps } from '#src/kit/phone/row-steps.ts'
import { later } from '#src/kit/phone/store/lazy-load.ts'
import { ActBar } from '#src/kit/widgets/phone/act-bar.tsx'
import { useWords } from '#src/words/words.ts'
import { type AlarmStep, answering, isAnswered, type PhoneAlarm, useOwnSteps } from './phone-alarm.ts'

const StepSheet = later(() => import('#src/kit/widgets/phone/step-sheet.tsx').then((part) => part.RecordStepSheet))

/** The steps that a person may take on an alarm now and has not taken on this phone. */
function openSteps(alarm: PhoneAlarm, own: readonly AlarmStep[], rights: ReadonlySet<string>): AlarmStep[] {
  const isToAnswer = !isAnswered(alarm) && !own.some((name) => name !== 'openRepair')
  const mayReport = rights.has('repairOrder.submit') && !alarm.repairId && !own.includes('openRepair')
  return (offeredSteps(sensorAlarm, alarmFlow, alarm, rights) as AlarmStep[]).filter((name) =>
    name === 'openRepair' ? mayReport : isToAnswer,
  )
}

/** The possible steps of an alarm. `typed`: what stands in the reason at first. */
export function AlarmSteps({ alarm, typed }: { readonly alarm: PhoneAlarm; readonly typed: string }): ReactNode {
  const { say } = useWords()
  const rights = useSession(({ person }) => person?.rights)
  const own = useOwnSteps(alarm.id)
  const { asked, close, press, take } = useRowSteps(sensorAlarm, alarmFlow, alarm)
  const names = openSteps(alarm, own, new Set(rights))
  const initial = typed && answering.some((name) => name === asked) ? { initial: { reason: typed } } : {}
  return (
    <>
      {names.length > 0 ? (
        <ActBar>
          {names.map((name, index) => (
            <Button key={name} color="primary" fill={index === 0 ? 'solid' : 'outline'} onClick={() => void press(name)}>
              {say(alarmFlow.steps[name])}
            </Button>
          ))}
        </ActBar>
      ) : null}
      {asked ? (
        <Suspense>
          <StepSheet
            of={sensorAlarm}
            step={alarmFlow.steps[asked as AlarmStep]}
            onClose={close}
            onTake={(filled) => take(asked, filled)}
            {...initial}
          />
        </Suspense>
      ) : null}
    </>
  )
}
