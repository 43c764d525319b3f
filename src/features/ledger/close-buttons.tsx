import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { accrualAll, createRecord, repeatRecord } from '#contract/calls/ledger/depreciation.ts'
import { type Row, useAction } from '#src/data/hooks.ts'
import { useSession } from '#src/data/session.ts'
import { FieldsDialog } from '#src/kit/form/fields-dialog.tsx'
import type { MoreAct } from '#src/kit/list/list-acts.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'

const calls = [createRecord, accrualAll, repeatRecord] as const

interface Opened {
  readonly of: (typeof calls)[number]
  /** Values of the dialog, by wire name. */
  readonly start?: Readonly<Record<string, unknown>>
}

interface Closing {
  /** Closes the next month of a book. */
  readonly button: ReactNode
  /** Closes all open months, or runs the latest again: rare, so they stand under 更多. */
  readonly more: readonly MoreAct[]
  /** Runs a month again, with the month filled in. */
  readonly repeat: (row: Row) => void
  readonly dialog: ReactNode
}

/** What closes months of a book; the work goes on in the background. */
export function useClosing(): Closing {
  const { say } = useWords()
  const [open, setOpen] = useState<Opened>()
  return {
    button: (
      <Button type="primary" onClick={() => setOpen({ of: createRecord })}>
        {say(createRecord)}
      </Button>
    ),
    more: [accrualAll, repeatRecord].map((of) => ({ key: of.name, label: say(of), onClick: () => setOpen({ of }) })),
    repeat: (row) => setOpen({ of: repeatRecord, start: { ruleId: row.ruleId, ruleName: row.ruleName, month: row.recordMonth } }),
    dialog: open && <CloseDialog {...open} onClose={() => setOpen(undefined)} />,
  }
}

function CloseDialog({ of, start, onClose }: Opened & { readonly onClose: () => void }): ReactNode {
  const { say, word } = useWords()
  const notice = useNotice()
  const action = useAction(of)
  const tenantId = useSession((session) => session.person?.tenantId)
  const { tenantId: _, ...asked } = of.input
  const send = async (values: Record<string, unknown>): Promise<boolean> => {
    try {
      const { from, to } = await action.mutateAsync({ body: { ...values, tenantId } })
      notice.done(word('ledger.started', { month: from === to ? from : `${from} – ${to}` }))
      onClose()
      return true
    } catch (thrown) {
      notice.failed(thrown)
      return false
    }
  }
  return <FieldsDialog title={say(of)} fields={asked} start={start} isBusy={action.isPending} onSend={send} onClose={onClose} />
}
