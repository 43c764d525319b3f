import type { ReactNode } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { alarmCurve } from '#contract/calls/iot/alarm.ts'
import { sensorAlarm } from '#contract/entities/iot/sensor-alarm.ts'
import { type Quantity, quantities } from '#contract/entities/iot/sensor-kinds.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { type Row, useCall } from '#src/data/hooks.ts'
import { Chart } from '#src/kit/chart/chart.tsx'
import type { ChartData } from '#src/kit/chart/chart-data.ts'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { Parts } from '#src/kit/parts.tsx'
import { History } from '#src/kit/record/history.tsx'
import { RecordPage } from '#src/kit/record/record-page.tsx'
import { momentText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import { ColdChainLink } from './cold-chain-link.tsx'

const words = {
  curve: { zh: '告警前后读数', en: 'Readings around the alarm' },
  reading: { zh: '读数', en: 'Reading' },
  time: { zh: '时间', en: 'Time' },
  lower: { zh: '下限', en: 'Lower limit' },
  upper: { zh: '上限', en: 'Upper limit' },
} as const

const order = { next: ['acknowledge', 'explain'], rare: [] }

/** Alarms of sensors, those that go on first. */
export function AlarmPage(): ReactNode {
  const navigate = useNavigate()
  const { say } = useWords()
  return (
    <EntityPage
      of={sensorAlarm}
      order={order}
      filledBy={say(sensorAlarm.emptyAdvice!)}
      onOpen={(row) => void navigate(`/iot/alarm/${row.id}`)}
    />
  )
}

/** One alarm: its device, the readings around it, and who confirmed it. */
export function AlarmRecordPage(): ReactNode {
  const { id = '' } = useParams()
  const { word } = useWords()
  return (
    <RecordPage
      of={sensorAlarm}
      id={id}
      listPath="/iot/alarm"
      order={order}
      top={(row) => <Parts at="record.device" given={{ deviceId: String(row.deviceId) }} />}
      actions={(row) =>
        row.quantity === 'temperature' && (
          <ColdChainLink
            deviceId={String(row.deviceId)}
            from={homeDay(new Date(String(row.startedAt)))}
            to={homeDay(row.endedAt ? new Date(String(row.endedAt)) : new Date())}
          />
        )
      }
      lead={(row) => <Curve row={row} />}
      aside={(row) => <History of={sensorAlarm} id={row.id} title={word('history.title')} />}
    />
  )
}

/** The readings from before an alarm until after it, beside its limits. */
function Curve({ row }: { readonly row: Row }): ReactNode {
  const { say, language } = useWords()
  const { data, error, refetch } = useCall(alarmCurve, { id: row.id }, row.comparison !== 'offline' && row.comparison !== 'leftFence')
  if (row.comparison === 'offline' || row.comparison === 'leftFence') return null
  const quantity = data?.quantity ? quantities[data.quantity as Quantity] : undefined
  const name = quantity ? `${say(quantity)}${quantity.unit ? ` (${quantity.unit})` : ''}` : say(words.reading)
  const flat = (value: number | null): (number | null)[] => data!.points.map(() => value)
  const chart: ChartData | undefined = data && {
    kind: 'line',
    figure: name,
    unit: 'reading',
    by: say(words.time),
    isOrdered: true,
    categories: data.points.map(({ at }) => ({ key: at, label: momentText(at, language) })),
    series: [
      { key: 'value', label: name, values: data.points.map(({ value }) => value) },
      ...(data.lowerLimit === null
        ? []
        : [{ key: 'lower', label: say(words.lower), tone: 'warn' as const, values: flat(data.lowerLimit) }]),
      ...(data.upperLimit === null ? [] : [{ key: 'upper', label: say(words.upper), tone: 'bad' as const, values: flat(data.upperLimit) }]),
    ],
  }
  return (
    <section className="eam-panel">
      <Chart title={`${say(words.curve)} · ${name}`} data={chart} error={error} onRetry={() => void refetch()} height={260} />
    </section>
  )
}
