import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { runReconciliation } from '#contract/calls/check/reconciliation.ts'
import { ledgerDifference } from '#contract/entities/ledger/ledger-difference.ts'
import { ledgerReconciliation } from '#contract/entities/ledger/ledger-reconciliation.ts'
import { useAction } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { FieldsDialog } from '#src/kit/form/fields-dialog.tsx'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { RelatedList } from '#src/kit/record/related-list.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'

/** The comparisons of the books with the finance ledger, each with its differences; runs another one. */
export function ReconciliationsPage(): ReactNode {
  const { say } = useWords()
  const mayRun = useRight(runReconciliation.may)
  const seesDifferences = useRight('ledgerDifference.list')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <EntityPage
        of={ledgerReconciliation}
        listActions={() =>
          mayRun && (
            <Button type="primary" onClick={() => setOpen(true)}>
              {say(runReconciliation)}
            </Button>
          )
        }
        more={(row) => seesDifferences && <RelatedList of={ledgerDifference} fixed={{ reconciliationId: row.id }} />}
      />
      {isOpen && <RunDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function RunDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { say, word } = useWords()
  const notice = useNotice()
  const action = useAction(runReconciliation)
  const send = async (values: Record<string, unknown>): Promise<boolean> => {
    try {
      await action.mutateAsync({ body: values })
      notice.done(word('ledger.compared'))
      onClose()
      return true
    } catch (thrown) {
      notice.failed(thrown)
      return false
    }
  }
  return (
    <FieldsDialog
      title={say(runReconciliation)}
      fields={runReconciliation.input}
      isBusy={action.isPending}
      onSend={send}
      onClose={onClose}
    />
  )
}
