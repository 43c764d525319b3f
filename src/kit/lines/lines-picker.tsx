import { type ReactNode, useState } from 'react'
import type { LinkField } from '#contract/kit/fields/field.ts'
import { entityNamed } from '#contract/registry.ts'
import { useOptions } from '#src/data/hooks.ts'
import { useDebounced } from '#src/kit/use-debounced.ts'
import { ManySelect } from '#src/kit/widgets/desk/many-select.tsx'
import { offered } from '#src/kit/widgets/desk/offered.ts'
import { OptionLine } from '#src/kit/widgets/desk/option-line.tsx'
import type { LineValues } from './line-draft.ts'

interface Props {
  readonly id: string
  /** The only field of the lines. */
  readonly name: string
  readonly field: LinkField
  readonly lines: readonly LineValues[]
  readonly onChange: (lines: readonly LineValues[]) => void
}

/** Multi-select for lines that consist of a single link. */
export function LinesPicker({ id, name, field, lines, onChange }: Props): ReactNode {
  const [keyword, setKeyword] = useState('')
  const [isOpen, setOpen] = useState(false)
  const asked = useDebounced(keyword, 250)
  const found = useOptions(entityNamed(field.to), asked, isOpen, field.options)
  const shown = offered(found, asked, keyword)
  const wire = `${name}Id`
  return (
    <ManySelect
      id={id}
      labelInValue
      value={lines.map((line) => ({ value: String(line[wire]), label: String(line[`${name}Name`] ?? '') }))}
      options={shown.map((option) => ({ value: option.id, label: option.name }))}
      optionRender={({ value, label }) => <OptionLine label={label} option={shown.find(({ id }) => id === value)} />}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      onOpenChange={setOpen}
      loading={found.isFetching}
      onChange={(next) =>
        onChange(
          next.map(
            ({ value, label }) => lines.find((line) => line[wire] === value) ?? { [wire]: value, [`${name}Name`]: String(label ?? '') },
          ),
        )
      }
      style={{ width: '100%' }}
    />
  )
}
