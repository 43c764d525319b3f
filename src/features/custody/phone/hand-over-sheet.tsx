import { Button } from 'antd-mobile'
import { type FormEvent, useState } from 'react'
import { deviceUse } from '#contract/entities/custody/device-use.ts'
import { deviceUseMachine, otherPerson } from '#contract/entities/custody/device-use-machine.ts'
import type { Step } from '#contract/kit/entity/machine.ts'
import { askedInput } from '#contract/kit/entity/step-input.ts'
import type { FieldMap } from '#contract/kit/fields/field.ts'
import { useDirtyMark } from '#src/kit/phone/dirty-forms.ts'
import { useFieldView } from '#src/kit/phone/field-view.ts'
import { ScanView } from '#src/kit/scan/scan-view.tsx'
import { ActBar } from '#src/kit/widgets/phone/act-bar.tsx'
import { bodyOf, type FormBody } from '#src/kit/widgets/phone/fields/form-body.ts'
import { FormFields } from '#src/kit/widgets/phone/fields/form-fields.tsx'
import type { Problems, Values } from '#src/kit/widgets/phone/fields/form-values.ts'
import { Sheet } from '#src/kit/widgets/phone/sheet.tsx'
import { type Signature, SignaturePad } from '#src/kit/widgets/phone/signature-pad.tsx'
import { useWords } from '#src/words/words.ts'
import { filled, useWordsOf } from '../use-words.ts'
import '#src/kit/widgets/phone/fields/phone-fields.css'

/** Who stands beside the person of this phone. */
export interface Other {
  readonly id: string | null
  readonly name: string
}

const steps: Readonly<Record<string, Step>> = deviceUseMachine.steps

/** What a step asks beside the other person. */
const fieldsOf = (name: string): FieldMap =>
  Object.fromEntries(Object.entries(steps[name]?.input ?? {}).filter(([field]) => !Object.hasOwn(otherPerson, field)))

interface Props {
  readonly name: 'handOver' | 'takeBack'
  readonly other: Other
  /** No other person has to stand for it: they said so before, on their own phone. */
  readonly isAgreed: boolean
  readonly onTake: (filled: Pick<FormBody, 'body' | 'photos'>) => Promise<void>
  readonly onClose: () => void
}

/** A hand-over between two people: the other one by the code of their phone, or by a signature. */
export function HandOverSheet({ name, other, isAgreed, onTake, onClose }: Props) {
  const { word, say, language } = useWords()
  const fields = askedInput(useFieldView(deviceUse), fieldsOf(name))
  const [values, setValues] = useState<Values>({})
  const [problems, setProblems] = useState<Problems>({})
  const [code, setCode] = useState<string>()
  const [signature, setSignature] = useState<Signature>()
  const [isMissing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  useDirtyMark(code !== undefined || signature !== undefined || Object.keys(values).length > 0)

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const { body, photos, problems: found } = bodyOf(fields, values, language)
    if (busy) return
    setBusy(true)
    const picture = code ? undefined : await signature
    const isProven = isAgreed || Boolean(code ?? picture)
    setProblems(found)
    setMissing(!isProven)
    if (isProven && Object.keys(found).length === 0) {
      const signed = picture ? { personId: other.id, signature: [picture.id] } : {}
      await onTake({ body: { ...body, ...(code ? { personCode: code } : signed) }, photos: picture ? [...photos, picture] : photos })
    }
    setBusy(false)
  }

  const title = say(steps[name]!)
  return (
    <Sheet label={title} onClose={onClose}>
      <form className="ph-form ph-sheet-scroll" onSubmit={(event) => void submit(event)} noValidate>
        <h2>{title}</h2>
        {isAgreed ? null : code ? (
          <p className="ph-alert ph-alert-calm" role="status">
            {say(useWordsOf.scanned)}
          </p>
        ) : (
          <>
            {signature === undefined ? (
              <ScanView active hint={say(useWordsOf.scan)} formats={['QRCode']} onHit={(hit) => setCode(hit.text)} />
            ) : null}
            {other.id ? <SignaturePad label={filled(say(useWordsOf.sign), other.name)} onSigned={setSignature} /> : null}
          </>
        )}
        {isMissing ? (
          <p className="ph-alert" role="alert">
            {say(useWordsOf.needsProof)}
          </p>
        ) : null}
        <FormFields fields={fields} values={values} onChange={setValues} problems={problems} />
        <ActBar>
          <Button block color="primary" size="large" type="submit" loading={busy}>
            {title}
          </Button>
          <Button block type="button" onClick={onClose}>
            {word('common.cancel')}
          </Button>
        </ActBar>
      </form>
    </Sheet>
  )
}
