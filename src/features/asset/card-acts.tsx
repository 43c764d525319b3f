import { CopyOutlined, EditOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { copyDevice } from '#contract/calls/asset/device-cards.ts'
import { cardFieldUpdate } from '#contract/entities/asset/card-field-update.ts'
import type { Row } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { useView } from '#src/data/view.ts'
import { CallDialog } from '#src/kit/form/call-dialog.tsx'
import { FormDrawer } from '#src/kit/form/form-drawer.tsx'
import { useWords } from '#src/words/words.ts'

/** On the page of a device: copies of it, and a change request for who may not edit it. */
export function CardActs({ row }: { readonly row: Row }): ReactNode {
  const { word } = useWords()
  const navigate = useNavigate()
  const mayWrite = useRight(copyDevice.may)
  const mayAsk = useRight('cardFieldUpdate.submit')
  const { view } = useView(cardFieldUpdate)
  const [open, setOpen] = useState<'copy' | 'ask'>()
  const close = (): void => setOpen(undefined)
  if (mayWrite)
    return (
      <>
        <Button icon={<CopyOutlined />} onClick={() => setOpen('copy')}>
          {word('device.copy')}
        </Button>
        {open === 'copy' && (
          <CallDialog
            of={copyDevice}
            given={{ id: row.id }}
            start={{ copies: 1 }}
            onClose={close}
            onDone={({ ids }) => ids.length === 1 && void navigate(`/eam/device/${ids[0]}`)}
          />
        )}
      </>
    )
  if (!mayAsk || !view || row.eamStatus === 'disposed') return null
  return (
    <>
      <Button icon={<EditOutlined />} onClick={() => setOpen('ask')}>
        {word('device.askChange')}
      </Button>
      <FormDrawer
        view={view}
        isOpen={open === 'ask'}
        initial={{ deviceId: row.id, deviceName: row.deviceName }}
        onClose={close}
        onSaved={close}
      />
    </>
  )
}
