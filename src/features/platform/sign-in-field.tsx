import type { HTMLInputAutoCompleteAttribute } from 'react'

interface Props {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly type?: 'text' | 'password'
  readonly autoComplete?: HTMLInputAutoCompleteAttribute
}

/** A typed field of the pages that stand before the phone's own. */
export function SignInField({ label, value, onChange, type = 'text', autoComplete = 'off' }: Props) {
  return (
    <label className="ph-label">
      {label}
      <span className="ph-field">
        <input
          type={type}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          autoComplete={autoComplete}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
        />
      </span>
    </label>
  )
}
