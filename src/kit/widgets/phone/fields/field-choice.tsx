import { offered } from '#contract/kit/fields/dictionary.ts'
import type { ChoiceField, FlagField } from '#contract/kit/fields/field.ts'
import { useWords } from '#src/words/words.ts'
import { FieldBox } from './field-box.tsx'
import type { ControlProps } from './field-control.ts'

/** All choices as chips of thumb size; tapping the selected chip of an optional field clears it. */
export function ChipsControl({ field, value, onChange, problem }: ControlProps<ChoiceField, string>) {
  const { say } = useWords()
  return (
    <FieldBox label={field} isRequired={field.required} problem={problem}>
      <span className="ph-chips">
        {offered(field.of, value).map(([key, words]) => (
          <button
            key={key}
            type="button"
            className={`ph-chip ph-chip-${words.tone ?? 'plain'}`}
            aria-pressed={value === key}
            onClick={() => onChange(value === key && !field.required ? undefined : key)}
          >
            {say(words)}
          </button>
        ))}
      </span>
    </FieldBox>
  )
}

/** A flag as a switch. */
export function SwitchControl({ field, value, onChange, problem }: ControlProps<FlagField, 0 | 1>) {
  const { say } = useWords()
  return (
    <div className="ph-box">
      <label className="ph-switch">
        <span>{say(field)}</span>
        <input
          type="checkbox"
          role="switch"
          aria-checked={value === 1}
          checked={value === 1}
          onChange={(event) => onChange(event.target.checked ? 1 : 0)}
        />
        <span className="ph-switch-track" aria-hidden="true" />
      </label>
      {problem ? (
        <span className="ph-box-problem" role="alert">
          {problem}
        </span>
      ) : null}
    </div>
  )
}
