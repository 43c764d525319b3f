import { Button } from 'antd-mobile'
import { type FormEvent, useState } from 'react'
import type { Entity } from '#contract/kit/entity/entity.ts'
import type { Step } from '#contract/kit/entity/machine.ts'
import { askedInput } from '#contract/kit/entity/step-input.ts'
import { useDirtyMark } from '#src/kit/phone/dirty-forms.ts'
import { useFieldView } from '#src/kit/phone/field-view.ts'
import { ActBar } from '#src/kit/widgets/phone/act-bar.tsx'
import { bodyOf, type FormBody } from '#src/kit/widgets/phone/fields/form-body.ts'
import { FormFields } from '#src/kit/widgets/phone/fields/form-fields.tsx'
import { useFirstProblem } from '#src/kit/widgets/phone/fields/form-problem.ts'
import type { Problems, Values } from '#src/kit/widgets/phone/fields/form-values.ts'
import { Sheet } from '#src/kit/widgets/phone/sheet.tsx'
import { useWords } from '#src/words/words.ts'
import '#src/kit/widgets/phone/fields/phone-fields.css'

export interface StepSheetProps {
  readonly step: Pick<Step, 'zh' | 'en' | 'input'>
  /** Initial values of the form. */
  readonly initial?: Values
  /** Resolves once the step is stored, or once the reason for a failure is shown. */
  readonly onTake: (filled: Pick<FormBody, 'body' | 'photos'>) => Promise<void>
  readonly onClose: () => void
  /** What else is wrong with a filled form, by field, beside what its declaration says. */
  readonly check?: ((body: Values) => Problems) | undefined
}

const nothing: Values = {}

/** The sheet of a step: its input fields, or only a confirmation. */
export function StepSheet({ step, initial = nothing, onTake, onClose, check }: StepSheetProps) {
  const { word, say, language } = useWords()
  // Callers may make a new one with each render.
  const [first] = useState(initial)
  const [values, setValues] = useState<Values>(first)
  const [problems, setProblems] = useState<Problems>({})
  const form = useFirstProblem(problems)
  const [busy, setBusy] = useState(false)
  useDirtyMark(values !== first && Object.keys(values).length > 0)

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const { body, photos, problems: declared } = bodyOf(step.input, values, language)
    const found = { ...check?.(body), ...declared }
    setProblems(found)
    if (Object.keys(found).length > 0 || busy) return
    setBusy(true)
    await onTake({ body, photos })
    setBusy(false)
  }

  const isPlain = Object.keys(step.input).length === 0
  return (
    <Sheet label={say(step)} onClose={onClose}>
      <form ref={form} className="ph-form ph-sheet-scroll" onSubmit={(event) => void submit(event)} noValidate>
        <h2>{isPlain ? word('step.sure', { what: say(step) }) : say(step)}</h2>
        <FormFields fields={step.input} values={values} onChange={setValues} problems={problems} />
        <ActBar>
          <Button block color="primary" size="large" type="submit" loading={busy}>
            {say(step)}
          </Button>
          <Button block type="button" onClick={onClose}>
            {word(isPlain ? 'common.back' : 'common.cancel')}
          </Button>
        </ActBar>
      </form>
    </Sheet>
  )
}

/** The sheet of a step of a record, with fields in the hospital's view. */
export function RecordStepSheet({ of, step, ...more }: StepSheetProps & { readonly of: Entity }) {
  const view = useFieldView(of)
  return <StepSheet step={{ ...step, input: askedInput(view, step.input) }} {...more} />
}
