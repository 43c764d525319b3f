import type { ReactNode } from 'react'
import { type businessDictionary, dictionaryFields } from '#contract/calls/dictionary.ts'
import type { AnswerOf } from '#contract/kit/answer.ts'
import { useAction } from '#src/data/hooks.ts'
import { FieldsDialog } from '#src/kit/form/fields-dialog.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'

type Calls = typeof businessDictionary
type Row = AnswerOf<Calls['detail']>

interface Props {
  readonly calls: Calls
  /** The row to be changed; a new one when absent. */
  readonly row?: Row
  /** The dictionary of a value; absent for a dictionary itself. */
  readonly head?: Row
  readonly parentId?: string
  readonly onClose: () => void
}

const { parentId: _parent, code, dictKey, ...shared } = dictionaryFields
const headFields = { code, ...shared }
const valueFields = { dictKey: { ...dictKey, required: true as const }, ...shared }

/** Asks for a dictionary, or for one of its values. */
export function DictionaryDialog({ calls, row, head, parentId, onClose }: Props): ReactNode {
  const { word } = useWords()
  const notice = useNotice()
  const save = useAction(calls.submit)
  const title = row ? word('form.editTitle', { what: row.dictValue }) : word(head ? 'dict.addValue' : 'dict.addHead')
  const send = async (values: Record<string, unknown>): Promise<boolean> => {
    const of = head ? { parentId, code: head.code } : {}
    const body = { ...values, ...of, ...(row ? { id: row.id, version: row.version } : {}) }
    if (!(await notice.tell(save.mutateAsync({ body }), word(row ? 'form.updated' : 'form.added')))) return false
    onClose()
    return true
  }
  return (
    <FieldsDialog
      title={title}
      fields={head ? valueFields : headFields}
      start={row ?? { sort: 10, isSealed: 0 }}
      width={720}
      isBusy={save.isPending}
      onSend={send}
      onClose={onClose}
    />
  )
}
