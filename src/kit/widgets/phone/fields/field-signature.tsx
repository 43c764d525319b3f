import { useRef } from 'react'
import type { IdsField } from '#contract/kit/fields/field.ts'
import type { Photo } from '#src/data/outbox/ports.ts'
import { preparing } from '#src/kit/phone/store/photo-work.ts'
import { useWords } from '#src/words/words.ts'
import { type Signature, SignaturePad } from '../signature-pad.tsx'
import { FieldBox } from './field-box.tsx'
import type { ControlProps } from './field-control.ts'

/** A field that is signed with a finger; its picture travels as a photo does. */
export function SignatureControl({ field, onChange, problem }: ControlProps<IdsField, readonly Photo[]>) {
  const { say } = useWords()
  const last = useRef<Signature>(undefined)
  const take = async (signature: Signature | undefined): Promise<void> => {
    last.current = signature
    if (!signature) return onChange(undefined)
    const picture = await preparing(1, signature)
    // A later stroke has its own picture.
    if (last.current === signature) onChange(picture ? [picture] : undefined)
  }
  return (
    <FieldBox label={field} isRequired={field.required} problem={problem}>
      <SignaturePad label={say(field)} onSigned={(signature) => void take(signature)} />
    </FieldBox>
  )
}
