import { useRight, useSession } from '#src/data/session.ts'
import type { PhoneDevice } from '#src/kit/phone/device.ts'
import { Icon } from '#src/kit/phone/icons.tsx'
import { BigLink } from '#src/kit/widgets/phone/big-action.tsx'
import { useWords } from '#src/words/words.ts'
import { applyWords } from './apply-words.ts'

const lendable: ReadonlySet<string> = new Set(['in_use', 'in_stock'])

/** On a card: asking for the loan of the device. */
export function BorrowOnCard({ row }: { row: PhoneDevice }) {
  const { say } = useWords()
  const mayApply = useRight('deviceApply.submit')
  const deptId = useSession((state) => state.person?.deptId)
  if (!mayApply || !deptId || row.useDeptId === deptId || !lendable.has(String(row.eamStatus))) return null
  return (
    <BigLink
      to={`/use/borrow/${row.id}`}
      icon={
        <Icon>
          <path d="M4 8.5h13m0 0-4-4m4 4-4 4M20 15.5H7m0 0 4-4m-4 4 4 4" />
        </Icon>
      }
      label={say(applyWords.borrow)}
    />
  )
}
