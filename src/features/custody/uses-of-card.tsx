import type { PhoneDevice } from '#src/features/asset/public/device.ts'
import { useUses } from './phone/phone-use.ts'
import { UseRow } from './phone/use-row.tsx'

/** On a card: the hand-overs that wait for it. */
export function UsesOfCard({ row }: { row: PhoneDevice }) {
  const uses = (useUses() ?? []).filter((use) => use.cardId === row.id && (use.status !== 'received' || use.eventType === 'borrow'))
  if (uses.length === 0) return null
  return (
    <ul className="ph-rows">
      {uses.map((use) => (
        <UseRow key={use.id} use={use} />
      ))}
    </ul>
  )
}
