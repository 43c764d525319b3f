import type { ReactNode } from 'react'
import { batchEdit } from '#contract/calls/asset/device-cards.ts'
import { deviceLists } from '#contract/calls/asset/device-lists.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { batchFields } from '#contract/entities/asset/device/device-batch.ts'
import { valueChange } from '#contract/entities/asset/device/value-change.ts'
import type { View } from '#contract/kit/entity/view.ts'
import type { Field, FieldMap } from '#contract/kit/fields/field.ts'
import { flagWords } from '#contract/kit/words.ts'
import { type Row, useAction, useCall } from '#src/data/hooks.ts'
import { useView } from '#src/data/view.ts'
import { FieldsDialog } from '#src/kit/form/fields-dialog.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'

/** A field that stays as it is until something is said: a switch cannot say so, a choice without a default can. */
function asChoice(field: Field): Field {
  if (field.kind === 'flag') return { kind: 'choice', zh: field.zh, en: field.en, group: field.group, of: flagWords }
  if (field.kind !== 'choice') return { ...field, required: false }
  const { initial: _, ...choice } = field
  return { ...choice, required: false }
}

/** The fields that stand in the dialog: those of many cards, as the hospital shows them, and its own. */
function fieldsOf(view: View): FieldMap {
  const named = Object.entries(view.fields).filter(([name]) => name in batchFields || view.custom.has(name))
  return { ...Object.fromEntries(named.map(([name, field]) => [name, asChoice(field)])), ...valueChange, clear: batchEdit.input.clear }
}

/** The most cards whose versions one request asks for. */
const mostAsked = 200

interface Props {
  readonly rows: readonly Row[]
  readonly onClose: () => void
}

/** The same values for the chosen cards; what is left empty stays as it is, and a card that others changed meanwhile refuses all. */
export function BatchEdit({ rows, onClose }: Props): ReactNode {
  const { word, say } = useWords()
  const notice = useNotice()
  const edit = useAction(batchEdit)
  const { view } = useView(device)
  const ids = rows.map((row) => row.id)
  // Rows stay chosen after an act of this person has given them new versions, so that those of now are asked for.
  const isAsked = ids.length <= mostAsked
  const now = useCall(deviceLists.states, { ids: ids.slice(0, mostAsked).join() })
  if (!view) return null
  const send = async (values: Record<string, unknown>): Promise<boolean> => {
    const said = Object.entries(values).filter(
      ([, value]) => value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0),
    )
    const seen = isAsked ? now.data?.map(({ id, version }) => ({ id, version })) : undefined
    const body = { ids, ...(seen ? { seen } : {}), ...Object.fromEntries(said) }
    if (!(await notice.tell(edit.mutateAsync({ body }), word('step.done', { step: say(batchEdit) })))) return false
    onClose()
    return true
  }
  return (
    <FieldsDialog
      title={word('device.batchTitle', { count: rows.length })}
      fields={fieldsOf(view)}
      width={880}
      isBusy={edit.isPending}
      onSend={send}
      onClose={onClose}
    />
  )
}
