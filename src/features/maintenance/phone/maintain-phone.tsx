import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { maintainOrder } from '#contract/entities/maintenance/maintain-order.ts'
import type { Op } from '#src/data/outbox/store/op.ts'
import type { PhoneDevice } from '#src/features/asset/public/device.ts'
import { FamilyList } from '#src/kit/phone/family/family-list.tsx'
import { FamilyDay, FamilyLink, FamilyOnCard, QueuedFamily } from '#src/kit/phone/family/family-parts.tsx'
import { FamilyRecord } from '#src/kit/phone/family/family-record.tsx'
import { useFamilyRows } from '#src/kit/phone/family/phone-family.ts'
import { useWords } from '#src/words/words.ts'
import { maintainFamily as family, orderOf, useMayWorkOn } from './maintain-family.tsx'

export const MaintainList = (): ReactNode => <FamilyList family={family} />
export const MaintainRecord = (): ReactNode => <FamilyRecord family={family} />
export const MaintainLink = (): ReactNode => <FamilyLink family={family} />
export const DayMaintenance = (): ReactNode => <FamilyDay family={family} />
export const QueuedMaintenance = ({ op }: { readonly op: Op }): ReactNode => <QueuedFamily family={family} op={op} />

/** On a card: the open maintenance of the device, begun with one tap. */
export function MaintainOnCard({ row }: { readonly row: PhoneDevice }): ReactNode {
  const mayTake = useMayWorkOn()
  return <FamilyOnCard family={family} by="device" id={row.id} first="start" mayTake={mayTake} />
}

/** On a checklist: the order that ends after it, where this phone holds it. */
export function OrderOfChecklist({ id }: { readonly id: string }): ReactNode {
  const { say } = useWords()
  const order = useFamilyRows(family)?.find((row) => orderOf(row).checklistId === id)
  return order ? (
    <p className="ph-alert ph-alert-calm" role="status">
      {say(maintainOrder)}{' '}
      <Link className="ph-text-link" to={`${family.path}/${order.id}`}>
        {orderOf(order).orderNo}
      </Link>
    </p>
  ) : null
}
