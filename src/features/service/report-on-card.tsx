import { useRight } from '#src/data/session.ts'
import type { PhoneDevice } from '#src/features/asset/public/device.ts'
import { icons } from '#src/kit/phone/icons.tsx'
import { BigLink } from '#src/kit/widgets/phone/big-action.tsx'
import { useWords } from '#src/words/words.ts'

/** On a card: reporting a fault. */
export function ReportOnCard({ row }: { row: PhoneDevice }) {
  const { word } = useWords()
  const mayReport = useRight('repairOrder.submit')
  if (!mayReport || row.eamStatus === 'disposed') return null
  return <BigLink to={`/repair/new/${row.id}`} icon={icons.repair} label={word('repair.report')} isFirst={row.eamStatus !== 'repairing'} />
}
