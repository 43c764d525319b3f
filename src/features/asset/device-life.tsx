import type { ReactNode } from 'react'
import { deviceHistories } from '#contract/calls/asset/device-history.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import type { Row } from '#src/data/hooks.ts'
import { History } from '#src/kit/record/history.tsx'
import { useWords } from '#src/words/words.ts'

const lifeCycle = { call: deviceHistories.lifeCycle, parameter: 'eamDeviceId' }

/** Everything that happened to a device, the newest first. */
export function DeviceLife({ row }: { readonly row: Row }): ReactNode {
  const { word } = useWords()
  return <History of={device} id={row.id} title={word('device.life')} by={lifeCycle} />
}
