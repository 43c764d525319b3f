import { Alert, Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { confirmOpening, openingState, orderMeasures, supplementMeasure } from '#contract/calls/service/metrology.ts'
import { metrologyLedger, metrologyPlan } from '#contract/calls/service/metrology-plan.ts'
import { metrologyCard } from '#contract/entities/service/metrology-card.ts'
import { metrologyRecord } from '#contract/entities/service/metrology-record.ts'
import { type Row, useAction, useCall } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { CallDialog } from '#src/kit/form/call-dialog.tsx'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { RelatedList } from '#src/kit/record/related-list.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'
import { CertificateEntry } from './certificate/certificate-entry.tsx'

/** Plans metrology of the chosen cards. */
function OrderChosen({ selected }: { readonly selected: readonly Row[] }): ReactNode {
  const { say, word } = useWords()
  const notice = useNotice()
  const order = useAction(orderMeasures)
  if (!useRight(orderMeasures.may) || selected.length === 0) return null
  const send = (): void =>
    void notice.tell(order.mutateAsync({ body: { ids: selected.map(({ id }) => id) } }), word('step.done', { step: say(orderMeasures) }))
  return (
    <Button loading={order.isPending} onClick={send}>
      {say(orderMeasures)}
    </Button>
  )
}

/** Above the cards: compulsory devices that were never verified, and the confirmation after which they are stopped. */
function Opening(): ReactNode {
  const { say } = useWords()
  const mayConfirm = useRight(confirmOpening.may)
  const [isOpen, setOpen] = useState(false)
  const { data } = useCall(openingState, {})
  if (!data || data.confirmedAt || data.count === 0) return null
  return (
    <>
      <Alert
        type="warning"
        showIcon
        className="eam-above-list"
        title={say(openingTitle(data.count))}
        description={say(openingHint)}
        action={mayConfirm && <Button onClick={() => setOpen(true)}>{say(confirmOpening)}</Button>}
      />
      {isOpen && (
        <CallDialog of={confirmOpening} start={{ count: data.count }} above={<p>{say(openingHint)}</p>} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

const openingTitle = (count: number) => ({ zh: `${openingState.zh}：${count} 台`, en: `${openingState.en}: ${count}` })

const openingHint = {
  zh: '确认后，这些设备将自动停用，直到检定合格；确认前只列为已过期',
  en: 'Once confirmed, these devices are taken out of service until they pass. Until then they are only listed as overdue',
} as const

/** Metrology cards, each with the records of its device. */
export function MetrologyCardPage(): ReactNode {
  const { say } = useWords()
  const navigate = useNavigate()
  const maySee = useRight('measureRecord.list')
  return (
    <>
      <Opening />
      <EntityPage
        of={metrologyCard}
        listActions={(selected) => <OrderChosen selected={selected} />}
        listMore={[
          { key: metrologyPlan.name, label: say(metrologyPlan), onClick: () => void navigate('/form/eam/metrology-plan') },
          { key: metrologyLedger.name, label: say(metrologyLedger), onClick: () => void navigate('/form/eam/metrology-ledger') },
        ]}
        more={(row) =>
          maySee && (
            <RelatedList
              of={metrologyRecord}
              fixed={{ deviceId: String(row.deviceId) }}
              initial={{ deviceId: row.deviceId, deviceName: row.deviceName, measureKind: row.measureKind, body: row.body }}
              columns={['recordNo', 'recordStatus', 'result', 'measuredOn', 'certificateNo']}
            />
          )
        }
      />
    </>
  )
}

/** Metrology records; certificates from before are entered here. */
export function MetrologyRecordPage(): ReactNode {
  const { say } = useWords()
  const [isEntering, setEntering] = useState(false)
  const mayEnter = useRight(supplementMeasure.may)
  return (
    <>
      <EntityPage
        of={metrologyRecord}
        listMore={mayEnter ? [{ key: supplementMeasure.name, label: say(supplementMeasure), onClick: () => setEntering(true) }] : []}
      />
      {isEntering && <CallDialog of={supplementMeasure} above={<CertificateEntry />} onClose={() => setEntering(false)} />}
    </>
  )
}
