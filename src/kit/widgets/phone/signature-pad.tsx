import { Button } from 'antd-mobile'
import type { Photo } from '#src/data/outbox/ports.ts'
import { shrinkPhoto } from '#src/kit/phone/store/photos.ts'
import { useWords } from '#src/words/words.ts'
import { SignatureCanvas } from '../signature-canvas.tsx'

/** What was signed: the picture is still being made when the stroke ends. */
export type Signature = Promise<Photo | undefined>

const again = { zh: '重签', en: 'Sign again' }

/** A field to sign in with a finger or pen. `onSigned` gets the picture after each stroke, undefined once it is cleared. */
export function SignaturePad({ label, onSigned }: { label: string; onSigned: (signature: Signature | undefined) => void }) {
  const { say } = useWords()
  return (
    <div>
      <p>{label}</p>
      <SignatureCanvas
        label={label}
        onSigned={(picture) => onSigned(picture?.then((file) => file && shrinkPhoto(file).catch(() => undefined)))}
      >
        {(clear) => (
          <Button size="small" type="button" onClick={clear}>
            {say(again)}
          </Button>
        )}
      </SignatureCanvas>
    </div>
  )
}
