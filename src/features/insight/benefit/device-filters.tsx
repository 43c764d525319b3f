import { Select } from 'antd'
import type { ReactNode } from 'react'
import { device } from '#contract/entities/asset/device/device.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { asFilter } from '#src/kit/list/search/filters.ts'
import { FieldInput } from '#src/kit/widgets/desk/field-input.tsx'
import { useWords } from '#src/words/words.ts'

type Filters = Readonly<Record<string, string>>

interface LinkFiltersProps {
  /** Fields of devices that name other rows; those that the hospital hides are left out. */
  readonly links: readonly string[]
  readonly view: View
  readonly filters: Filters
  readonly onSet: (wire: string, value: unknown) => void
}

/** Filters by what the card of a device names: its department, its class. */
export function LinkFilters({ links, view, filters, onSet }: LinkFiltersProps): ReactNode {
  const { say } = useWords()
  return links
    .filter((name) => name in view.fields)
    .map((name) => {
      const wire = wireName(name, device.fields[name as keyof typeof device.fields])
      return (
        <div key={name} className="eam-measure-choice">
          <label htmlFor={`device-${name}`}>{say(view.fields[name]!)}</label>
          <div className="eam-measure-dept">
            <FieldInput
              key={filters[wire] ?? ''}
              id={`device-${name}`}
              field={asFilter(view.fields[name]!)}
              value={filters[wire]}
              onChange={(id) => onSet(wire, id)}
            />
          </div>
        </div>
      )
    })
}

interface ChoiceFilterProps {
  readonly label: string
  readonly value: string | undefined
  readonly options: readonly { value: string; label: string }[]
  readonly onChange: (value: string | undefined) => void
}

/** A filter with a few choices; empty it asks for everything. */
export const ChoiceFilter = ({ label, options, ...rest }: ChoiceFilterProps): ReactNode => (
  <div className="eam-measure-choice">
    <span aria-hidden>{label}</span>
    <Select allowClear placeholder="—" aria-label={label} style={{ minWidth: 112 }} options={[...options]} {...rest} />
  </div>
)

/** The filters with one set, or without it where nothing is given. */
export function withFilter(filters: Filters, wire: string, value: unknown): Record<string, string> {
  const { [wire]: _before, ...rest } = filters
  return value === undefined || value === null || value === '' ? rest : { ...rest, [wire]: String(value) }
}
