import { Typography } from 'antd'
import type { ReactNode } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router-dom'
import { device } from '#contract/entities/asset/device/device.ts'
import { useRecord } from '#src/kit/record/use-record.tsx'
import { CardDepreciation } from './card-depreciation.tsx'

/** What one device was charged and will be charged, for the device that the address names by `id`; without one it is chosen first. */
export function DepreciationDetailsPage(): ReactNode {
  const id = useSearchParams()[0].get('id')
  return id ? <Details id={id} /> : <Navigate replace to="/form/eam/dev-select?for=depreciation" />
}

function Details({ id }: { readonly id: string }): ReactNode {
  const { row, instead } = useRecord(device, id)
  if (!row) return instead
  return (
    <article className="eam-record">
      <Typography.Title level={1} style={{ fontSize: 20 }}>
        <Link to={`/eam/device/${id}?tab=depreciation`}>{String(row.deviceName)}</Link>{' '}
        <Typography.Text type="secondary">{String(row.deviceCode ?? '')}</Typography.Text>
      </Typography.Title>
      <CardDepreciation row={row} />
    </article>
  )
}
