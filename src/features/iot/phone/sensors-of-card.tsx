import { Button } from 'antd-mobile'
import { type ReactNode, useState } from 'react'
import { sensorsOfDevice } from '#contract/calls/iot/sensor.ts'
import { deviceFence } from '#contract/entities/iot/device-fence.ts'
import { sensorBinds, sensorConfig } from '#contract/entities/iot/sensor-config.ts'
import { liveStates, type Quantity, quantities, sensorKinds } from '#contract/entities/iot/sensor-kinds.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { headingOf } from '#contract/kit/entity/entity.ts'
import type { Language } from '#contract/kit/words.ts'
import { useCall, useStep } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import type { PhoneDevice } from '#src/features/asset/public/device.ts'
import { soundOf } from '#src/kit/phone/sounds.ts'
import { useSync } from '#src/kit/phone/store/local-data.ts'
import { shortTime } from '#src/kit/phone/time.ts'
import { notice } from '#src/kit/phone/toast.ts'
import { numberText } from '#src/kit/value-text.ts'
import { LinkRow, Row } from '#src/kit/widgets/phone/row.tsx'
import { StepSheet } from '#src/kit/widgets/phone/step-sheet.tsx'
import { ToneTag } from '#src/kit/widgets/phone/tone-tag.tsx'
import { useWords } from '#src/words/words.ts'
import { bindPath, useMayBind } from './sensor-links.tsx'
import { sensorWords as words } from './sensor-words.ts'

type Sensor = AnswerOf<typeof sensorsOfDevice>[number]

/** Below a card: the sensors of the device with their last reading, where the device is now, and unbinding. */
export function SensorsOfCard({ row }: { readonly row: PhoneDevice }): ReactNode {
  const { say } = useWords()
  const { online } = useSync()
  const sees = useRight('sensorConfig.list')
  const mayBind = useMayBind()
  const { data } = useCall(sensorsOfDevice, { deviceId: row.id }, sees && online)
  const [leaving, setLeaving] = useState<Sensor>()
  const unbind = useStep()
  if (!sees || !online || !data || (data.length === 0 && !mayBind)) return null

  const take = async (sensor: Sensor): Promise<void> => {
    try {
      await unbind.mutateAsync({ on: sensorBinds, step: 'unbinding', rows: [{ id: sensor.id, version: sensor.version }], input: {} })
      soundOf('good')
    } catch (error) {
      soundOf('bad')
      void notice(error instanceof Error ? error.message : String(error))
    }
    setLeaving(undefined)
  }

  return (
    <section aria-label={say(headingOf(sensorConfig))}>
      <h2 className="ph-heading">{say(headingOf(sensorConfig))}</h2>
      <ul className="ph-rows">
        {data.map((sensor) => (
          <SensorRow key={sensor.id} sensor={sensor} {...(mayBind ? { onUnbind: () => setLeaving(sensor) } : {})} />
        ))}
        {mayBind ? <LinkRow to={bindPath} title={say(words.bind)} /> : null}
      </ul>
      {leaving ? (
        <StepSheet
          step={{
            ...sensorBinds.steps.unbinding,
            zh: `解绑 ${leaving.sensorCode}`,
            en: `Unbind ${leaving.sensorCode}`,
          }}
          onTake={() => take(leaving)}
          onClose={() => setLeaving(undefined)}
        />
      ) : null}
    </section>
  )
}

function SensorRow({ sensor, onUnbind }: { readonly sensor: Sensor; readonly onUnbind?: () => void }): ReactNode {
  const { say, language } = useWords()
  const { position, fence, lastSeen } = sensor
  const live = liveStates[sensor.liveState]
  const reading = readingText(sensor, language)
  const inFence = fence ? deviceFence.fields.fenceState.of[fence] : undefined
  return (
    <Row
      title={`${sensor.sensorCode} · ${say(sensorKinds[sensor.sensorKind])}`}
      tag={<ToneTag tone={live.tone}>{say(live)}</ToneTag>}
      side={
        onUnbind ? (
          <Button fill="none" color="primary" onClick={onUnbind}>
            {say(sensorBinds.steps.unbinding)}
          </Button>
        ) : null
      }
    >
      <span className="ph-line">
        {lastSeen ? [reading, shortTime(lastSeen, language)].filter(Boolean).join(' · ') : say(words.noReading)}
      </span>
      {position ? (
        <span className="ph-line">
          {[
            `${say(words.position)} ${numberText(position.lat, language)}, ${numberText(position.lng, language)}`,
            ...(inFence ? [say(inFence)] : []),
            shortTime(position.at, language),
          ].join(' · ')}
        </span>
      ) : null}
    </Row>
  )
}

/** What a sensor said last; a position has a line of its own. */
const readingText = ({ values }: Sensor, language: Language): string =>
  (Object.keys(quantities) as Quantity[])
    .filter((name) => values[name] !== undefined && name !== 'lat' && name !== 'lng')
    .map((name) => `${quantities[name][language]} ${numberText(values[name]!, language)} ${quantities[name].unit}`.trim())
    .join(' · ')
