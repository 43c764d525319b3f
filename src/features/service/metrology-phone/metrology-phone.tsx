import type { ReactNode } from 'react'
import { useRight } from '#src/data/session.ts'
import { type FamilyPages, familyPages } from '#src/kit/phone/family/family-pages.tsx'
import { FamilyOnCard } from '#src/kit/phone/family/family-parts.tsx'
import { DueCards } from './due-cards.tsx'
import { metrologyFamily as family } from './metrology-family.tsx'

/** On a card: the open metrology of the device, and that it is due without a record. */
function OnCard({ row }: { readonly row: { readonly id: string } }): ReactNode {
  const mayWork = useRight('measureRecord.work')
  return (
    <>
      <FamilyOnCard family={family} row={row} />
      {mayWork ? <DueCards deviceId={row.id} /> : null}
    </>
  )
}

/** Metrology on phones. */
export const metrologyPages: FamilyPages = { ...familyPages(family), OnCard }
