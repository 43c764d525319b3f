import { Alert, Form } from 'antd'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router-dom'
import { deviceCover } from '#contract/calls/service/cover.ts'
import { type Row, useCall } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { dayText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'

/** Who covers a device today; undefined until it is known, and for people who do not see devices. */
function useCover(given: unknown) {
  const maySee = useRight(deviceCover.may)
  const deviceId = typeof given === 'string' && given !== '' ? given : undefined
  return useCall(deviceCover, { deviceId }, maySee && deviceId !== undefined).data
}

/** By what a device is covered, until when, by whom, and how fast they come: one line, with the way to the contract. */
export function CoverLine({ deviceId }: { readonly deviceId: unknown }): ReactNode {
  const { word, language } = useWords()
  const cover = useCover(deviceId)
  if (!cover?.coverState) return null
  const { coverState, coveredUntil, providerName, contractNo, contractId, contractKindValue, responseHours, contact, contactPhone } = cover
  const day = coveredUntil ? dayText(coveredUntil, language) : ''
  const isCovered = coverState !== 'expired'
  const said = [
    isCovered ? word('cover.until', { by: String(cover.coverStateValue), day }) : word('cover.expired', { day }),
    providerName,
    contractKindValue,
    responseHours ? word('cover.response', { hours: responseHours }) : '',
    isCovered ? [contact, contactPhone].filter(Boolean).join(' ') : '',
  ].filter(Boolean)
  return (
    <Alert
      type={isCovered ? 'info' : 'warning'}
      showIcon
      role="status"
      title={
        <>
          {said.join(' · ')}
          {contractId && (
            <>
              {' · '}
              <Link to={`/eam/service-contract?open=${contractId}`}>{contractNo}</Link>
            </>
          )}
        </>
      }
    />
  )
}

/** Above a device. */
export const CoverOfDevice = ({ row }: { readonly row: Row }): ReactNode => <CoverLine deviceId={row.id} />

/** Above a repair: by what its device is covered today. */
export const CoverOfRepair = ({ row }: { readonly row: Row }): ReactNode => <CoverLine deviceId={row.deviceId} />

/** Inside the form of a report, for the chosen device. Must be inside a Form. */
export function CoverInForm(): ReactNode {
  const form = Form.useFormInstance()
  return <CoverLine deviceId={Form.useWatch<string | null | undefined>('deviceId', form)} />
}

/** In the form that shares a repair: names who covers the device, and chooses them where orders can be shared with them. */
export function ShareCover({ rows }: { readonly rows: readonly Row[] }): ReactNode {
  const form = Form.useFormInstance()
  const deviceId = rows[0]?.deviceId
  const cover = useCover(deviceId)
  const proposed = cover?.isProviderTenant ? cover.providerId : null
  useEffect(() => {
    if (proposed && !form.getFieldValue('providerId')) form.setFieldValue('providerId', proposed)
  }, [form, proposed])
  return <CoverLine deviceId={deviceId} />
}
