import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { checklistTask, filling } from '#contract/entities/checklist/checklist-task.ts'
import { type Entry, findingOf } from '#contract/entities/checklist/judge.ts'
import { askedInput } from '#contract/kit/entity/step-input.ts'
import { type Row, useStep } from '#src/data/hooks.ts'
import { useView } from '#src/data/view.ts'
import { FieldsDialog } from '#src/kit/form/fields-dialog.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'
import { checklistWords as words } from './checklist-words.ts'

/** Reports the fault that an abnormal item is: the report says device, item and value, and the two are linked. */
export function ReportFault({ row, entry }: { readonly row: Row; readonly entry: Entry }): ReactNode {
  const { say, language } = useWords()
  const { view } = useView(checklistTask)
  const notice = useNotice()
  const step = useStep()
  const [isOpen, setOpen] = useState(false)
  const send = (input: Record<string, unknown>): Promise<boolean> =>
    notice.tell(
      step.mutateAsync({ on: filling, step: 'openRepair', rows: [row], input }).then(() => setOpen(false)),
      say(words.reported),
    )
  return (
    <>
      <Button danger aria-label={`${say(words.report)} ${entry.text}`} onClick={() => setOpen(true)}>
        {say(words.report)}
      </Button>
      {isOpen && view && (
        <FieldsDialog
          title={say(filling.steps.openRepair)}
          fields={askedInput(view, filling.steps.openRepair.input)}
          start={{ faultDescription: findingOf(entry, language) }}
          above={<p>{String(row.deviceName ?? '')}</p>}
          isBusy={step.isPending}
          onSend={send}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
