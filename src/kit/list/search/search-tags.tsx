import { Button, Tag } from 'antd'
import type { ReactNode } from 'react'
import type { Field } from '#contract/kit/fields/field.ts'
import { entityNamed } from '#contract/registry.ts'
import { useNameOf } from '#src/kit/use-name-of.ts'
import { textOf } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import { type Filter, mine, none, some, wiresOf, withoutFilter } from './filters.ts'

interface Props {
  readonly offered: readonly Filter[]
  readonly filters: Readonly<Record<string, string>>
  readonly onChange: (filters: Record<string, string>) => void
}

/** The active filters of the list as removable tags, with a button that clears all. */
export function SearchTags({ offered, filters, onChange }: Props): ReactNode {
  const { word, say } = useWords()
  const set = offered.filter((filter) => wiresOf(filter).some((wire) => filters[wire]))
  if (set.length === 0) return null
  return (
    <div className="eam-tags">
      {set.map((filter) => (
        <Tag
          key={filter.name}
          closable
          onClose={(event) => {
            event.preventDefault()
            onChange(withoutFilter(filters, filter))
          }}
        >
          {say(filter.field)}
          {word('mark.colon')}
          <FilterText filter={filter} filters={filters} />
        </Tag>
      ))}
      <Button size="small" type="link" onClick={() => onChange({})}>
        {word('tool.reset')}
      </Button>
    </div>
  )
}

/** What a filter asks, in words. */
export function FilterText({ filter, filters }: { filter: Filter; filters: Props['filters'] }): ReactNode {
  const { language, word } = useWords()
  const { field, name } = filter
  const [from = '', to = '', whether = ''] = wiresOf(filter).map((wire) => filters[wire] ?? '')
  for (const [mark, key] of [
    [none, 'filter.none'],
    [some, 'filter.some'],
    [mine, 'filter.mine'],
  ] as const)
    if (from === mark || whether === mark) return word(key)
  if (field.kind === 'link') return <LinkName to={field.to} id={from} />
  const show = (value: string): string =>
    value === none
      ? word('filter.none')
      : value === ''
        ? ''
        : textOf(name, asTyped(field, value), { [name]: field.kind === 'choices' ? [value] : value }, language)
  if (filter.wires.length === 2) return to === '' ? `≥ ${show(from)}` : from === '' ? `≤ ${show(to)}` : `${show(from)} ~ ${show(to)}`
  return from
    .split(',')
    .map(show)
    .join(language === 'zh' ? '、' : ', ')
}

/** A moment is filtered by whole days, and a day has no time to show. */
const asTyped = (field: Field, value: string): Field =>
  field.kind === 'time' && /^\d{4}-\d\d-\d\d$/.test(value) ? { kind: 'date', zh: field.zh, en: field.en } : field

function LinkName({ to, id }: { to: string; id: string }): ReactNode {
  return useNameOf(entityNamed(to), id) ?? '…'
}
