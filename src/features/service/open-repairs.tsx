import { Alert, Form } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { openRepairs } from '#contract/calls/service/repair.ts'
import { useCall } from '#src/data/hooks.ts'
import { momentText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'

/** Says inside the form of a report that the chosen device is being repaired already. */
export function OpenRepairs(): ReactNode {
  const { word, language } = useWords()
  const form = Form.useFormInstance()
  const deviceId = Form.useWatch<string | null | undefined>('deviceId', form)
  const found = useCall(openRepairs, { deviceId }, Boolean(deviceId))
  if (!deviceId || !found.data || found.data.length === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      title={word('repair.openAlready')}
      description={
        <ul className="eam-open-repairs">
          {found.data.map((order) => (
            <li key={order.orderNo}>
              {order.id ? <Link to={`/eam/repair/${order.id}`}>{order.orderNo}</Link> : order.orderNo} {order.repairStatusValue} ·{' '}
              {order.reporterName
                ? word('record.made', { who: order.reporterName, when: momentText(order.reportedAt, language) })
                : momentText(order.reportedAt, language)}
              {order.engineerName && ` · ${order.engineerName}`}
            </li>
          ))}
        </ul>
      }
    />
  )
}
