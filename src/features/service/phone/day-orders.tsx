import { repairOrder } from '#contract/entities/service/repair-order.ts'
import type { Words } from '#contract/kit/words.ts'
import { useRight, useSession } from '#src/data/session.ts'
import { useTeams } from '#src/kit/phone/teams.ts'
import { LinkRow } from '#src/kit/widgets/phone/row.tsx'
import { useWords } from '#src/words/words.ts'
import type { PhoneOrder } from './phone-order.ts'
import { useOpenOrders } from './use-orders.ts'

interface Line {
  readonly words: Words
  readonly isMine: (order: PhoneOrder, userId: string, teams: ReadonlySet<string>) => boolean
}

// The same orders as under these names on the first page of the desk (`service-home.ts`), which answers them for the department.
const work: readonly Line[] = [
  {
    words: { zh: '待受理报修', en: 'Reports to acknowledge' },
    isMine: ({ repairStatus }) => repairStatus === 'reported',
  },
  {
    words: { zh: '我的维修工单', en: 'My repair orders' },
    isMine: ({ repairStatus, engineerId }, userId) => engineerId === userId && repairStatus !== 'finished' && repairStatus !== 'reported',
  },
  {
    words: { zh: '班组待接单维修', en: 'Team repairs to take on' },
    isMine: ({ repairStatus, engineerId, teamId }, _userId, teams) =>
      repairStatus === 'assigned' && !engineerId && Boolean(teamId) && teams.has(String(teamId)),
  },
]
const signOffWords: Words = { zh: '待验收', en: 'Repairs to sign off' }
/** Who signs off for a department sees all of it, an engineer only what they reported. */
const signOff: Line = { words: signOffWords, isMine: ({ repairStatus }) => repairStatus === 'finished' }
const signOffOwn: Line = {
  words: signOffWords,
  isMine: ({ repairStatus, reporterId }, userId) => repairStatus === 'finished' && reporterId === userId,
}
const ward: Line = {
  words: { zh: '科室在修设备', en: 'Your department’s repairs' },
  isMine: ({ repairStatus }) => repairStatus !== 'finished',
}
const title: Words = { zh: '今天', en: 'Today' }
const urgent: Words = { zh: '其中紧急', en: 'Urgent:' }

/** What of repairs waits for the person, from what the phone holds. Lines without any are left out. */
export function DayOrders() {
  const { say } = useWords()
  const mayWork = useRight('repairOrder.work')
  const mayAssign = useRight('repairOrder.assign')
  const maySign = useRight('repairOrder.submit')
  const userId = useSession((state) => state.person?.user_id ?? '')
  const orders = useOpenOrders() ?? []
  const teams = useTeams(repairOrder)
  const lines = [...(mayWork ? work : [ward]), ...(maySign ? [mayWork && !mayAssign ? signOffOwn : signOff] : [])].flatMap(
    ({ words, isMine }) => {
      const found = orders.filter((order) => isMine(order, userId, teams))
      return found.length > 0 ? [{ words, count: found.length, hot: found.filter(({ urgency }) => urgency !== 'normal').length }] : []
    },
  )
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
