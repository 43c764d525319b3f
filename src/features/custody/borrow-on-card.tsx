import type { Words } from '#contract/kit/words.ts'
import { useRight, useSession } from '#src/data/session.ts'
import type { PhoneDevice } from '#src/features/asset/public/device.ts'
import { Icon } from '#src/kit/phone/icons.tsx'
import { BigLink } from '#src/kit/widgets/phone/big-action.tsx'
import { useWords } from '#src/words/words.ts'
import { useUses } from './phone/phone-use.ts'

const lendable: ReadonlySet<string> = new Set(['in_use', 'in_stock'])

const act: Words = { zh: '借还', en: 'Loans' }

/** On a card: the person's own use of it that goes on; else asking for the loan of a device of another department; else the loans and hand-overs of the person. */
export function BorrowOnCard({ row }: { row: PhoneDevice }) {
  const { say } = useWords()
  const mayApply = useRight('deviceApply.submit')
  const deptId = useSession((state) => state.person?.deptId)
  const mayList = useRight('deviceUse.list')
  const userId = useSession((state) => state.person?.user_id)
  const own = useUses()?.find(
    (use) =>
      use.cardId === row.id &&
      [use.receiverId, use.applicantId].includes(userId) &&
      (use.status !== 'received' || use.eventType === 'borrow'),
  )
  const isLendable = mayApply && deptId && row.useDeptId !== deptId && lendable.has(String(row.eamStatus))
  if (!own && !isLendable && !mayList) return null
  return (
    <BigLink
      to={own ? `/use/${own.id}` : isLendable ? `/use/borrow/${row.id}` : '/use'}
      icon={
        <Icon>
          <path d="M4 8.5h13m0 0-4-4m4 4-4 4M20 15.5H7m0 0 4-4m-4 4 4 4" />
        </Icon>
      }
      label={say(act)}
    />
  )
}
