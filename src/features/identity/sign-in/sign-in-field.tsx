import { type HTMLInputAutoCompleteAttribute, useId } from 'react'

interface Props {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** What is wrong with it; it stands below the field. */
  readonly problem?: string | undefined
  readonly type?: 'text' | 'password'
  readonly autoComplete?: HTMLInputAutoCompleteAttribute
}

/** A typed field of the pages that stand before the phone's own. */
export function SignInField({ label, value, onChange, problem, type = 'text', autoComplete = 'off' }: Props) {
  const id = useId()
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
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : id}
        />
      </span>
      {problem === undefined ? null : (
        <small id={id} className="ph-sign-in-problem" role="alert">
          {problem}
        </small>
      )}
    </label>
  )
}
