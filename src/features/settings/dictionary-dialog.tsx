import { Form, TreeSelect } from 'antd'
import { type ReactNode, useState } from 'react'
import { type businessDictionary, dictionaryFields } from '#contract/calls/settings/dictionary.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { useAction, useCall } from '#src/data/hooks.ts'
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

const { parentId: parentField, code, dictKey, ...shared } = dictionaryFields
const headFields = { code, ...shared }
const valueFields = { dictKey: { ...dictKey, required: true as const }, ...shared }

/** Asks for a dictionary, or for one of its values. */
export function DictionaryDialog({ calls, row, head, parentId, onClose }: Props): ReactNode {
  const { word, say } = useWords()
  const [above, setAbove] = useState(parentId)
  const notice = useNotice()
  const save = useAction(calls.submit)
  const title = row ? word('form.editTitle', { what: row.dictValue }) : word(head ? 'dict.addValue' : 'dict.addHead')
  const send = async (values: Record<string, unknown>): Promise<boolean> => {
    const of = head ? { parentId: above, code: head.code } : {}
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
      above={
        head && (
          <Form.Item label={say(parentField)} htmlFor="dictionary-parent">
            <Parent calls={calls} head={head} own={row?.id} value={above} onChange={setAbove} />
          </Form.Item>
        )
      }
      onSend={send}
      onClose={onClose}
    />
  )
}

type Node = AnswerOf<Calls['tree']>[number]

interface Choice {
  readonly value: string
  readonly title: string
  readonly disabled: boolean
  readonly children: Choice[]
}

/** The places of a dictionary; a row has none below itself. */
const places = (nodes: readonly Node[], own: string | undefined, isBelow = false): Choice[] =>
  nodes.map(({ id, title, children }) => {
    const disabled = isBelow || id === own
    return { value: id, title, disabled, children: places((children ?? []) as Node[], own, disabled) }
  })

interface ParentProps {
  readonly calls: Calls
  readonly head: Row
  readonly own: string | undefined
  readonly value: string | undefined
  readonly onChange: (id: string) => void
}

/** Where a value stands in its dictionary. */
function Parent({ calls, head, own, value, onChange }: ParentProps): ReactNode {
  const { data, isPending } = useCall(calls.tree, { code: 'DICT' }, true, 0)
  const nodes = ((data ?? []) as readonly Node[]).filter(({ id }) => id === head.id)
  return (
    <TreeSelect<string>
      id="dictionary-parent"
      value={data ? value : undefined}
      treeData={places(nodes, own)}
      treeDefaultExpandAll
      loading={isPending}
      onChange={onChange}
      style={{ width: '100%' }}
    />
  )
}
