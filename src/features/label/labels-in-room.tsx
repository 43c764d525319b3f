import { QrcodeOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { labelPrintStart } from '#contract/calls/label/label.ts'
import type { Row } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { useWords } from '#src/words/words.ts'
import { labelAddress } from './label-selection.ts'

/** Leads from a room to the labels of the devices in it. */
export function LabelsInRoom({ room }: { readonly room: Row }): ReactNode {
  const { word } = useWords()
  const navigate = useNavigate()
  if (!useRight(labelPrintStart.may)) return null
  const search = `?${new URLSearchParams({ locationId: room.id })}`
  return (
    <Button icon={<QrcodeOutlined />} onClick={() => void navigate(labelAddress({ kind: 'device', search }))}>
      {word('label.ofRoom')}
    </Button>
  )
}
