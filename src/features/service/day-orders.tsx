import type { Words } from '#contract/kit/words.ts'
import { useRight, useSession } from '#src/data/session.ts'
import { LinkRow } from '#src/kit/widgets/phone/row.tsx'
import { useWords } from '#src/words/words.ts'
import type { PhoneOrder } from './phone-order.ts'
import { useOpenOrders } from './use-orders.ts'

interface Line {
  readonly words: Words
  readonly isMine: (order: PhoneOrder, userId: string) => boolean
}

const work: readonly Line[] = [
  {
    words: { zh: '待受理报修', en: 'Reports to acknowledge' },
    isMine: ({ repairStatus, engineerId }) => repairStatus === 'reported' && !engineerId,
  },
  {
    words: { zh: '我的维修工单', en: 'My repair orders' },
    isMine: ({ repairStatus, engineerId }, userId) => engineerId === userId && repairStatus !== 'finished',
  },
]
const own: readonly Line[] = [
  {
    words: { zh: '我报修的，待验收', en: 'Reported by you, to sign off' },
    isMine: ({ repairStatus, reporterId }, userId) => reporterId === userId && repairStatus === 'finished',
  },
]
const ward: Line = {
  words: { zh: '科室在修设备', en: 'Repairs of your department' },
  isMine: ({ repairStatus }) => repairStatus !== 'finished',
}
const title: Words = { zh: '今天', en: 'Today' }
const urgent: Words = { zh: '其中紧急', en: 'urgent' }

/** What of repairs waits for the person, from what the phone holds. Lines without any are left out. */
export function DayOrders() {
  const { say } = useWords()
  const mayWork = useRight('repairOrder.work')
  const userId = useSession((state) => state.person?.user_id ?? '')
  const orders = useOpenOrders() ?? []
  const lines = [...(mayWork ? work : [ward]), ...own].flatMap(({ words, isMine }) => {
    const found = orders.filter((order) => isMine(order, userId))
    return found.length > 0 ? [{ words, count: found.length, hot: found.filter(({ urgency }) => urgency !== 'normal').length }] : []
  })
  if (lines.length === 0) return null
  return (
    <ul className="ph-rows" aria-label={say(title)}>
      {lines.map(({ words, count, hot }) => (
        <LinkRow key={words.en} to="/repair" title={say(words)} side={<strong>{count}</strong>}>
          {hot > 0 ? `${say(urgent)} ${hot}` : null}
        </LinkRow>
      ))}
    </ul>
  )
}
