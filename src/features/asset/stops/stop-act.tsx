import { StopOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { placeStop } from '#contract/calls/asset/device-stop.ts'
import type { Row } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { CallDialog } from '#src/kit/form/call-dialog.tsx'
import { useWords } from '#src/words/words.ts'

/** On the page of a device: stopping it for quality control, a recall or a statutory inspection. */
export function StopAct({ row }: { readonly row: Row }): ReactNode {
  const { say } = useWords()
  const [isOpen, setOpen] = useState(false)
  if (!useRight(placeStop.may) || row.eamStatus === 'disposed') return null
  return (
    <>
      <Button icon={<StopOutlined />} onClick={() => setOpen(true)}>
        {say(placeStop)}
      </Button>
      {isOpen && <CallDialog of={placeStop} given={{ deviceId: row.id }} onClose={() => setOpen(false)} />}
    </>
  )
}
