import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useParams } from 'react-router-dom'
import { auditUse } from '#contract/calls/custody/custody.ts'
import { deviceUse } from '#contract/entities/custody/device-use.ts'
import { deviceUseRecord } from '#contract/entities/custody/use-record.ts'
import type { Row } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { CallDialog } from '#src/kit/form/call-dialog.tsx'
import { RecordPage } from '#src/kit/record/record-page.tsx'
import { RelatedList } from '#src/kit/record/related-list.tsx'
import { useWords } from '#src/words/words.ts'
import { useActOrder } from './apply-acts.ts'

/** One use of a device, and who gave and took it when. */
export function UseRecordPage(): ReactNode {
  const { id = '' } = useParams()
  return (
    <RecordPage
      of={deviceUse}
      id={id}
      listPath="/eam/device-use"
      order={useActOrder}
      actions={(row) => Boolean(row.extendTo) && <DecideExtension row={row} />}
      more={(row) => (
        <RelatedList of={deviceUseRecord} fixed={{ useManageId: row.id }} initial={{ useManageId: row.id, useManageName: row.useNo }} />
      )}
    />
  )
}

/** The lender's answer to who asks for a longer loan. */
function DecideExtension({ row }: { readonly row: Row }): ReactNode {
  const { say } = useWords()
  const [isAsked, setAsked] = useState(false)
  if (!useRight(auditUse.may)) return null
  return (
    <>
      <Button onClick={() => setAsked(true)}>{say(auditUse)}</Button>
      {isAsked && <CallDialog of={auditUse} given={{ id: row.id, version: row.version }} onClose={() => setAsked(false)} />}
    </>
  )
}
