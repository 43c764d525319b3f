import './phone-parts.css'

export interface ChoiceBarProps<V extends string> {
  /** Label for screen readers. */
  readonly label: string
  readonly value: V
  readonly options: readonly { readonly value: V; readonly label: string }[]
  readonly onChange: (value: V) => void
}

/** A few options side by side, one of them selected. */
export function ChoiceBar<V extends string>({ label, value, options, onChange }: ChoiceBarProps<V>) {
  return (
    <fieldset className="ph-choices">
      <legend className="ph-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input type="radio" name={label} checked={option.value === value} onChange={() => onChange(option.value)} />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
