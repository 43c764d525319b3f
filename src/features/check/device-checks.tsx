import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { checkLine } from '#contract/entities/check/check-line.ts'
import type { Row } from '#src/data/hooks.ts'
import { RelatedRows } from '#src/kit/record/related-list.tsx'

/** What checks have found of a device; a row opens its check. */
export function DeviceChecks({ row }: { readonly row: Row }): ReactNode {
  const navigate = useNavigate()
  return (
    <RelatedRows
      of={checkLine}
      columns={['check', 'result', 'posting', 'bookLocation', 'seenLocation', 'seenBy', 'seenAt', 'reason']}
      fixed={{ deviceId: row.id }}
      onOpen={(line) => void navigate(`/eam/check/${String(line.checkId)}`)}
    />
  )
}
