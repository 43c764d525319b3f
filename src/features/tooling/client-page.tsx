import { App, Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { clientSecret } from '#contract/calls/tooling/client.ts'
import { client, ownClient } from '#contract/entities/tooling/client.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { type Row, type Saved, useAction } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { SecretDialog } from '#src/features/identity/public/secret-dialog.tsx'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'

type Given = AnswerOf<typeof clientSecret>

/** The programs that sign people in; a new one gets its secret next, which is shown once. */
export function ClientPage(): ReactNode {
  const { word } = useWords()
  const notice = useNotice()
  const [given, setGiven] = useState<Given>()
  const action = useAction(clientSecret)
  const may = useRight(clientSecret.may)
  const give = async (id: string): Promise<void> => {
    try {
      setGiven(await action.mutateAsync({ body: { clientId: id } }))
    } catch (thrown) {
      notice.failed(thrown)
    }
  }
  const added = (saved: Saved): void => {
    if (may && saved.version === 1) void give(saved.id)
  }
  return (
    <>
      <EntityPage of={client} onSaved={added} rowActions={(row) => may && <NewSecret row={row} onAsk={() => give(row.id)} />} />
      {given && (
        <SecretDialog title={word('client.secretOf', { name: given.clientId })} secret={given.secret} onClose={() => setGiven(undefined)} />
      )}
    </>
  )
}

function NewSecret({ row, onAsk }: { readonly row: Row; readonly onAsk: () => Promise<void> }): ReactNode {
  const { word, say } = useWords()
  const { modal } = App.useApp()
  if (row.clientId === ownClient) return null
  return (
    <Button
      size="small"
      onClick={() =>
        modal.confirm({ title: word('client.askSecret', { name: String(row.clientId) }), okButtonProps: { danger: true }, onOk: onAsk })
      }
    >
      {say(clientSecret)}
    </Button>
  )
}
