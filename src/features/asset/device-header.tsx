import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { deviceEnds } from '#contract/entities/asset/device/device-ends.ts'
import { isForeign } from '#contract/entities/asset/device/ownership.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { machinesOf } from '#contract/registry.ts'
import type { Row } from '#src/data/hooks.ts'
import { Parts } from '#src/kit/parts.tsx'
import { Shown } from '#src/kit/shown.tsx'
import { useWords } from '#src/words/words.ts'
import { DevicePhoto } from './device-photo.tsx'
import { DueDate } from './due-date.tsx'
import './device-page.css'

interface Props {
  readonly view: View
  readonly row: Row
  /** On the page of another record: smaller, and its name leads to the card. */
  readonly isCompact?: boolean
  readonly acts?: ReactNode
}

const facts = ['location', 'useDept', 'keeper', 'originalValue', 'warrantyEnd'] as const
/** What is also said of a device that belongs to another owner. */
const foreignFacts = [...facts, 'ownership', 'supplier', 'ownershipEnd'] as const

/** Who a device is: photo, name, model, numbers, states, place, keeper, value, what is due, and its QR code. Shows only what the hospital shows. */
export function DeviceHeader({ view, row, isCompact = false, acts }: Props): ReactNode {
  const { say } = useWords()
  const identity = ['deviceModel', 'deviceCode'].flatMap((name) => (view.fields[name] && row[name] ? String(row[name]) : []))
  const states = machinesOf(view.entity).flatMap(({ field: name }) => {
    const field = view.fields[name]
    return field ? [<Shown key={name} name={name} field={field} row={row} />] : []
  })
  const name = String(row.deviceName ?? '')
  return (
    <section
      className={isCompact ? 'eam-panel eam-device-head eam-device-small' : 'eam-panel eam-device-head'}
      aria-label={say(view.entity)}
    >
      <DevicePhoto row={row} size={isCompact ? 56 : 104} />
      <div className="eam-device-who">
        <div className="eam-device-name">
          <div className="eam-device-title">
            {isCompact ? (
              <h2>
                <Link to={`/eam/device/${row.id}`}>{name}</Link> {states}
              </h2>
            ) : (
              <h1 title={name}>
                {name} {states}
              </h1>
            )}
            <p className="eam-device-identity">{identity.join(' · ')}</p>
          </div>
          {acts}
        </div>
        <dl>
          {(isForeign(row.ownership) ? foreignFacts : facts).flatMap((fact) => {
            const field = view.fields[fact]
            if (!field) return []
            const isDue = deviceEnds.has(fact) && typeof row[fact] === 'string'
            return [
              <div key={fact}>
                <dt>{say(field)}</dt>
                <dd>{isDue ? <DueDate day={String(row[fact])} /> : <Shown name={fact} field={field} row={row} />}</dd>
              </div>,
            ]
          })}
        </dl>
      </div>
      {!isCompact && <Parts at="device.head" given={{ row }} isTogether />}
    </section>
  )
}
