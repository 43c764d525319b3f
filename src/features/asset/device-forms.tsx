import type { ReactNode } from 'react'
import { Navigate, useSearchParams } from 'react-router-dom'
import { device } from '#contract/entities/asset/device/device.ts'
import { Facts } from '#src/kit/record/facts.tsx'
import { fullName } from '#src/kit/record/record-name.ts'
import { useRecord } from '#src/kit/record/use-record.tsx'
import { useTabTitle } from '#src/kit/tab-title.ts'
import { useWords } from '#src/words/words.ts'
import { DeviceHeader } from './device-header.tsx'
import { DeviceParts } from './device-parts.tsx'
import { DeviceRecord } from './device-record-page.tsx'
import { selectAddress } from './select-for.ts'

/** The card of the device that the address names by `id`; without one it is chosen first. */
export function CardForm(): ReactNode {
  const id = useSearchParams()[0].get('id')
  return id ? <DeviceRecord id={id} /> : <Navigate replace to={selectAddress('card')} />
}

/** A device with what is attached to it and its parts; an attached one shows the device that it belongs to. */
export function AccessoryForm(): ReactNode {
  const id = useSearchParams()[0].get('id')
  return id ? <Accessories id={id} /> : <Navigate replace to={selectAddress('accessories')} />
}

function Accessories({ id }: { readonly id: string }): ReactNode {
  const { say, language } = useWords()
  const { view, row, instead } = useRecord(device, id)
  useTabTitle(row && fullName(device, row, language))
  if (!view || !row) return instead
  return (
    <article className="eam-record eam-device">
      <DeviceHeader view={view} row={row} />
      {typeof row.parentId === 'string' && <Parent id={row.parentId} />}
      <section className="eam-panel" aria-label={say(device)}>
        <Facts view={view} row={row} columns={3} />
      </section>
      <DeviceParts row={row} />
    </article>
  )
}

/** The device that one is attached to. */
function Parent({ id }: { readonly id: string }): ReactNode {
  const { say } = useWords()
  const { view, row, instead } = useRecord(device, id)
  return (
    <section aria-label={say(device.fields.parent)}>
      <h2>{say(device.fields.parent)}</h2>
      {view && row ? <DeviceHeader view={view} row={row} isCompact /> : instead}
    </section>
  )
}
