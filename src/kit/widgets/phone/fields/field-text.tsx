import type { TextField } from '#contract/kit/fields/field.ts'
import { useWords } from '#src/words/words.ts'
import { VoiceButton } from '../voice-button.tsx'
import { FieldBox } from './field-box.tsx'
import type { ControlProps } from './field-control.ts'

/** Text in one or several lines; several lines also by voice, if the browser supports it. */
export function TextControl({ field, value, onChange, problem }: ControlProps<TextField, string>) {
  const { say } = useWords()
  const text = value ?? ''
  if (!field.multiline)
    return (
      <FieldBox label={field} isRequired={field.required} problem={problem}>
        {(id) => (
          <span className="ph-field">
            <input id={id} value={text} maxLength={field.max} onChange={(event) => onChange(event.target.value)} autoComplete="off" />
          </span>
        )}
      </FieldBox>
    )
  return (
    <FieldBox label={field} isRequired={field.required} problem={problem}>
      {(id) => (
        <span className="ph-area">
          <textarea id={id} value={text} maxLength={field.max} rows={3} onChange={(event) => onChange(event.target.value)} />
          <VoiceButton what={say(field)} onSaid={(said) => onChange(`${text}${said}`.slice(0, field.max))} />
        </span>
      )}
    </FieldBox>
  )
}
