import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { sensorAlarm } from '#contract/entities/iot/sensor-alarm.ts'
import { type Row, useList } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { useWords } from '#src/words/words.ts'

const from = { zh: '来自传感器告警', en: 'Reported for the sensor alarm' } as const

/** On a repair order: the alarm that it was reported for. */
export function RepairAlarms({ row }: { readonly row: Row }): ReactNode {
  const { say } = useWords()
  const maySee = useRight('sensorAlarm.list')
  const { data } = useList(sensorAlarm, maySee && row.source ? { repairId: row.id, size: 1 } : undefined)
  const [found] = data?.records ?? []
  if (!found) return null
  return (
    <Alert
      type="info"
      showIcon
      role="status"
      title={
        <>
          {say(from)} <Link to={`/iot/alarm/${found.id}`}>{String(found.alarmTitle)}</Link>
        </>
      }
    />
  )
}
