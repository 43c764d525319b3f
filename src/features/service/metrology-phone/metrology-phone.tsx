import type { ReactNode } from 'react'
import type { Op } from '#src/data/outbox/store/op.ts'
import { useRight } from '#src/data/session.ts'
import type { PhoneDevice } from '#src/features/asset/public/device.ts'
import { FamilyList } from '#src/kit/phone/family/family-list.tsx'
import { FamilyDay, FamilyLink, FamilyOnCard, QueuedFamily } from '#src/kit/phone/family/family-parts.tsx'
import { FamilyRecord } from '#src/kit/phone/family/family-record.tsx'
import { DueCards } from './due-cards.tsx'
import { metrologyFamily as family } from './metrology-family.tsx'

export const MetrologyList = (): ReactNode => <FamilyList family={family} />
export const MetrologyRecord = (): ReactNode => <FamilyRecord family={family} />
export const MetrologyLink = (): ReactNode => <FamilyLink family={family} />
export const DayMetrology = (): ReactNode => <FamilyDay family={family} />
export const QueuedMetrology = ({ op }: { readonly op: Op }): ReactNode => <QueuedFamily family={family} op={op} />

/** On a card: the open metrology of the device, and that it is due without a record. */
export function MetrologyOnCard({ row }: { readonly row: PhoneDevice }): ReactNode {
  const maySee = useRight('measureRecord.work')
  return (
    <>
      <FamilyOnCard family={family} by="device" id={row.id} />
      {maySee ? <DueCards deviceId={row.id} /> : null}
    </>
  )
}
