import type { ReactNode } from 'react'
import { sensorAlarm } from '#contract/entities/iot/sensor-alarm.ts'
import type { Row } from '#src/data/hooks.ts'
import { OriginLink } from '#src/kit/record/origin-link.tsx'
import { useWords } from '#src/words/words.ts'

const from = { zh: '来自传感器告警', en: 'Reported for the sensor alarm' } as const

/** On a repair order: the alarm that it was reported for. */
export function RepairAlarms({ row }: { readonly row: Row }): ReactNode {
  const { say } = useWords()
  return <OriginLink of={sensorAlarm} given={row.source ? { repairId: row.id } : undefined} said={say(from)} />
}
