import { Alert, App, Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ossCurrent, ossEnable, ossSecret } from '#contract/calls/tooling/oss.ts'
import { oss } from '#contract/entities/tooling/oss.ts'
import { type Row, useAction, useCall } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { CallDialog } from '#src/kit/form/call-dialog.tsx'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'

/** Where files are kept. The settings of the program win, and the page says so. */
export function OssPage(): ReactNode {
  const { word } = useWords()
  const current = useCall(ossCurrent, {})
  const isSet = current.data?.by === 'settings'
  return (
    <>
      {isSet && (
        <Alert
          type="info"
          showIcon
          title={word('oss.bySettings', { endpoint: current.data?.endpoint ?? '', bucket: current.data?.bucketName ?? '' })}
        />
      )}
      <EntityPage of={oss} rowActions={(row) => <Acts row={row} isSet={isSet} />} />
    </>
  )
}

function Acts({ row, isSet }: { readonly row: Row; readonly isSet: boolean }): ReactNode {
  const { word } = useWords()
  const { modal } = App.useApp()
  const notice = useNotice()
  const navigate = useNavigate()
  const [isAsked, setAsked] = useState(false)
  const enable = useAction(ossEnable)
  if (!useRight(ossEnable.may)) return null
  const use = async (): Promise<void> => {
    const work = enable.mutateAsync({ body: { id: row.id } })
    if (await notice.tell(work, word('oss.moving'))) await navigate(`/jobs/${(await work).jobId}`)
  }
  return (
    <>
      {row.isActive !== 1 && !isSet && (
        <Button
          size="small"
          type="primary"
          loading={enable.isPending}
          onClick={() => modal.confirm({ title: word('oss.askUse', { code: String(row.ossCode) }), onOk: use })}
        >
          {word('oss.use')}
        </Button>
      )}
      {row.category === 's3' && (
        <Button size="small" onClick={() => setAsked(true)}>
          {word('sms.secret')}
        </Button>
      )}
      {isAsked && <CallDialog of={ossSecret} given={{ id: row.id }} onClose={() => setAsked(false)} />}
    </>
  )
}
