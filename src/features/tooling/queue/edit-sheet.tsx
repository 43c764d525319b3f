import { Button } from 'antd-mobile'
import { type FormEvent, useState } from 'react'
import { wireName } from '#contract/kit/entity/shape.ts'
import { parse } from '#contract/kit/fields/parse.ts'
import { sayProblem } from '#contract/kit/fields/problem.ts'
import type { Op } from '#src/data/outbox/store/op.ts'
import { useDirtyMark } from '#src/kit/phone/dirty-forms.ts'
import { FormFields } from '#src/kit/widgets/phone/fields/form-fields.tsx'
import type { Problems, Values } from '#src/kit/widgets/phone/fields/form-values.ts'
import { Sheet } from '#src/kit/widgets/phone/sheet.tsx'
import { useWords } from '#src/words/words.ts'
import { editableFields } from './editable-fields.ts'
import './queue-phone.css'

export interface EditSheetProps {
  readonly op: Op
  readonly onSave: (body: unknown) => void
  readonly onClose: () => void
}

/** A refused record, to be corrected and sent as a new one. */
export function EditSheet({ op, onSave, onClose }: EditSheetProps) {
  const { word, language } = useWords()
  const fields = editableFields(op)
  const before = op.body as Values
  const [values, setValues] = useState<Values>(() =>
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [wireName(name, field), before[wireName(name, field)]])),
  )
  const [problems, setProblems] = useState<Problems>({})
  const [isTouched, setTouched] = useState(false)
  useDirtyMark(isTouched)

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== ''))
    const { value, problems: found } = parse(fields, given)
    setProblems(Object.fromEntries(found.map((problem) => [problem.field, sayProblem(problem, language)])))
    if (found.length > 0) return
    const kept = Object.entries(before).filter(([name]) => !(name in values))
    onSave({ ...Object.fromEntries(kept), ...value })
  }

  return (
    <Sheet label={word('queue.editTitle')} onClose={onClose}>
      <form className="ph-sheet-form" onSubmit={submit} noValidate>
        <h2>{word('queue.editTitle')}</h2>
        <FormFields
          fields={fields}
          values={values}
          problems={problems}
          onChange={(next) => {
            setTouched(true)
            setValues(next)
          }}
        />
        <Button block color="primary" type="submit">
          {word('queue.edit')}
        </Button>
        <Button block fill="none" type="button" onClick={onClose}>
          {word('common.cancel')}
        </Button>
      </form>
    </Sheet>
  )
}
