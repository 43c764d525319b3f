import { PrinterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { measureControl } from '#contract/calls/quality/quality.ts'
import { qualityControl } from '#contract/entities/quality/quality-control.ts'
import { useRight } from '#src/data/session.ts'
import { RecordLines } from '#src/kit/lines/record-lines.tsx'
import { History } from '#src/kit/record/history.tsx'
import { RecordPage } from '#src/kit/record/record-page.tsx'
import { useWords } from '#src/words/words.ts'
import { ReadingsForm } from './readings-form.tsx'

/** One quality control: its values are entered while it is a draft. */
export function ControlRecordPage(): ReactNode {
  const { word } = useWords()
  const navigate = useNavigate()
  const { id = '' } = useParams()
  const mayMeasure = useRight(measureControl.may)
  return (
    <RecordPage
      of={qualityControl}
      id={id}
      listPath="/eam/quality-control"
      lines={['testers']}
      order={{ next: ['finish'], rare: ['void'] }}
      actions={(row) => (
        <Button icon={<PrinterOutlined />} onClick={() => void navigate(`/form/eam/quality-control-view?id=${row.id}`)}>
          {word('print.print')}
        </Button>
      )}
      more={(row) =>
        row.controlState === 'draft' && mayMeasure ? (
          <ReadingsForm key={String(row.version)} row={row} />
        ) : (
          <RecordLines of={qualityControl} row={row} only={['readings']} />
        )
      }
      aside={(row) => <History of={qualityControl} id={row.id} title={word('history.title')} />}
    />
  )
}
