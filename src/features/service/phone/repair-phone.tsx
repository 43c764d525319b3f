import { Button } from 'antd-mobile'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import type { Words } from '#contract/kit/words.ts'
import { useRight, useSession } from '#src/data/session.ts'
import { keep, kept } from '#src/data/stored.ts'
import { icons } from '#src/kit/phone/icons.tsx'
import { useSync } from '#src/kit/phone/store/local-data.ts'
import { useTeams } from '#src/kit/phone/teams.ts'
import { ActBar } from '#src/kit/widgets/phone/act-bar.tsx'
import { ChoiceBar } from '#src/kit/widgets/phone/choice-bar.tsx'
import { PageLoading, PageState } from '#src/kit/widgets/phone/page-state.tsx'
import { PhonePage } from '#src/kit/widgets/phone/phone-page.tsx'
import { useWords } from '#src/words/words.ts'
import { OrderRow } from './order-row.tsx'
import { byNewest, byUrgency, type PhoneOrder } from './phone-order.ts'
import { repairWords } from './repair-words.ts'
import { useOpenOrders } from './use-orders.ts'
import './repair-phone.css'

const lists = ['work', 'pool', 'mine'] as const
type List = (typeof lists)[number]

interface Nothing {
  readonly title: Words
  readonly help?: Words
}

const nothing: Readonly<Record<List, Nothing>> = {
  mine: { title: repairWords.noneMine, help: repairWords.noneMineHelp },
  work: { title: repairWords.noneWork, help: repairWords.noneWorkHelp },
  pool: { title: repairWords.nonePool },
}

/** Where an order without an engineer waits for one: reported, or given to a team, whose members find it. */
const pool: readonly PhoneOrder['repairStatus'][] = ['reported', 'assigned']

function ordersOf(list: List, orders: readonly PhoneOrder[], userId: string, teams: ReadonlySet<string>): PhoneOrder[] {
  if (list === 'mine') return orders.filter((order) => order.reporterId === userId).sort(byNewest)
  if (list === 'work') return orders.filter((order) => order.engineerId === userId && order.repairStatus !== 'finished').sort(byUrgency)
  return orders
    .filter(({ engineerId, repairStatus, teamId }) => !engineerId && pool.includes(repairStatus) && (!teamId || teams.has(teamId)))
    .sort(byUrgency)
}

/** Reporting a fault, following one's own reports and, for engineers, the work to do. */
export function RepairPhone() {
  const { word, say } = useWords()
  const navigate = useNavigate()
  const mayReport = useRight('repairOrder.submit')
  const mayWork = useRight('repairOrder.work')
  const userId = useSession((state) => state.person?.user_id ?? '')
  const orders = useOpenOrders()
  const teams = useTeams(repairOrder)
  const { isComing, lastPull } = useSync()
  const [chosen, setChosen] = useState(() => kept<string>('phoneRepairList'))
  const shown = mayWork ? lists : (['mine'] as const)
  const list = shown.find((one) => one === chosen) ?? shown[0] ?? 'mine'
  const rows = orders && ordersOf(list, orders, userId, teams)
  const countOf = (one: List): number => (orders ? ordersOf(one, orders, userId, teams).length : 0)
  const none = nothing[list]
  // How to report is for those who may.
  const help = none === nothing.mine && !mayReport ? undefined : none.help
  return (
    <PhonePage title={say(repairWords.title)}>
      {shown.length > 1 ? (
        <div className="ph-lists">
          <ChoiceBar
            label={say(repairWords.lists)}
            value={list}
            options={shown.map((one) => ({ value: one, label: `${word(`repair.${one}`)} ${countOf(one) || ''}`.trim() }))}
            onChange={(next) => {
              // Going back from an order shows the same list.
              keep('phoneRepairList', next, true)
              setChosen(next)
            }}
          />
        </div>
      ) : null}
      {rows === undefined || (rows.length === 0 && isComing) ? (
        <PageLoading label={word('common.loading')} />
      ) : rows.length === 0 ? (
        <PageState
          title={lastPull > 0 ? say(none.title) : word('page.noData')}
          help={lastPull > 0 ? help && say(help) : word('page.noDataHelp')}
        />
      ) : (
        <ul className="ph-rows" aria-label={word(`repair.${list}`)}>
          {rows.map((order) => (
            <OrderRow key={order.id} order={order} />
          ))}
        </ul>
      )}
      {mayReport ? (
        <ActBar>
          <Button color="primary" onClick={() => void navigate('/?for=repair')}>
            <span className="ph-button-inside">
              {icons.scan}
              {word('repair.scan')}
            </span>
          </Button>
        </ActBar>
      ) : null}
    </PhonePage>
  )
}
