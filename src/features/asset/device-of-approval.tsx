import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { deviceHistories } from '#contract/calls/asset/device-history.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import { machinesOf } from '#contract/registry.ts'
import { useDetail, useHistory } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { useView } from '#src/data/view.ts'
import { HistoryEntry } from '#src/kit/record/history-event.tsx'
import { Shown } from '#src/kit/shown.tsx'
import { useWords } from '#src/words/words.ts'

const facts = ['originalValue', 'location', 'keeper', 'enableDate', 'warrantyEnd'] as const
const lifeCycle = { call: deviceHistories.lifeCycle, parameter: 'eamDeviceId' }
/** The last events tell what a device was borrowed and repaired for. */
const mostEvents = 4

interface Props {
  readonly deviceId: string
  /** Shows the last events at once. */
  readonly isOpen: boolean
}

/** The device that an approval is about, as it is now: state, value, place and last events. Nothing for who may not see the card. */
export function DeviceOfApproval({ deviceId, isOpen }: Props): ReactNode {
  const maySee = useRight('device.list')
  const { view } = useView(device)
  const { data: row } = useDetail(device, maySee ? deviceId : undefined)
  const { word, say } = useWords()
  const [isTold, setTold] = useState(isOpen)
  if (!view || !row) return null
  const shown = facts.flatMap((name) => {
    const field = view.fields[name]
    return field && row[wireName(name, field)] ? [[name, field] as const] : []
  })
  return (
    <>
      <span className="eam-decided-states">
        {machinesOf(device).map(({ field: name }) => {
          const field = view.fields[name]
          return field && <Shown key={name} name={name} field={field} row={row} />
        })}
      </span>
      <dl>
        {shown.map(([name, field]) => (
          <div key={name}>
            <dt>{say(field)}</dt>
            <dd>
              <Shown name={name} field={field} row={row} />
            </dd>
          </div>
        ))}
      </dl>
      {isTold ? (
        <LastEvents id={deviceId} />
      ) : (
        <Button type="link" size="small" onClick={() => setTold(true)}>
          {word('device.lastEvents')}
        </Button>
      )}
    </>
  )
}

function LastEvents({ id }: { readonly id: string }): ReactNode {
  const { word } = useWords()
  const { data } = useHistory(device, id, mostEvents, lifeCycle)
  if (!data || data.records.length === 0) return null
  return (
    <section className="eam-decided-events" aria-label={word('device.lastEvents')}>
      <h3>{word('device.lastEvents')}</h3>
      <ol>
        {data.records.map((event) => (
          <li key={event.id}>
            <HistoryEntry of={device} event={event} />
          </li>
        ))}
      </ol>
    </section>
  )
}
