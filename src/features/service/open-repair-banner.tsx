import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Row } from '#src/data/hooks.ts'
import { momentText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import { useOpenRepairs } from './phone/use-open-repairs.ts'
import './repair-desk.css'

/** Above a device: the repair that blocks it, who reported it when, how it stands and who repairs, with the way to the order. */
export function OpenRepairBanner({ row }: { readonly row: Row }): ReactNode {
  const { word, language } = useWords()
  const orders = useOpenRepairs(row.id)
  if (orders.length === 0) return null
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      title={orders.length === 1 ? word('device.openRepair') : word('device.openRepairs', { count: orders.length })}
      description={
        <ul className="eam-open-repairs">
          {orders.map((order) => {
            const when = momentText(order.reportedAt, language)
            const facts = [
              order.repairStatusValue,
              order.isStopped === 1 ? word('device.openStopped') : '',
              order.reporterName ? word('device.openSince', { who: order.reporterName, when }) : word('device.openSinceAt', { when }),
              order.engineerName ? word('device.openEngineer', { who: order.engineerName }) : '',
            ]
            return (
              <li key={order.orderNo}>
                {order.id ? <Link to={`/eam/repair/${order.id}`}>{order.orderNo}</Link> : order.orderNo} {facts.filter(Boolean).join(' · ')}
              </li>
            )
          })}
        </ul>
      }
    />
  )
}
