import { SearchOutlined } from '@ant-design/icons'
import { Button, Checkbox, Flex, Form, Input, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import type { Field } from '#contract/kit/fields/field.ts'
import { searchForm } from '#contract/kit/text/one-writing.ts'
import { nameForm } from '#contract/kit/text/pinyin.ts'
import { byLabel } from '#src/kit/widgets/desk/by-label.ts'
import { FieldInput } from '#src/kit/widgets/desk/field-input.tsx'
import { useWords } from '#src/words/words.ts'
import { asFilter, type Filter, filterLabel, none } from './filters.ts'

export interface SearchProps {
  readonly offered: readonly Filter[]
  readonly filters: Readonly<Record<string, string>>
  readonly onSearch: (filters: Record<string, string>) => void
}

/** Up to this many fields need no search box. */
const fewFields = 8

/** The form with all filters of a list. */
export function SearchForm({ offered, filters, onSearch }: SearchProps): ReactNode {
  const { word, say, language } = useWords()
  const [form] = Form.useForm<Record<string, string | number | null>>()
  const [wanted, setWanted] = useState('')
  const send = (values: Record<string, string | number | null>): void => {
    const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && String(value).trim() !== '')
    const stays = offered.flatMap(({ isGiven, wires: [wire] }) => (isGiven && filters[wire] ? [[wire, filters[wire]] as const] : []))
    onSearch({ ...Object.fromEntries(stays), ...Object.fromEntries(given.map(([name, value]) => [name, String(value).trim()])) })
  }
  const found = searchForm(wanted).trim()
  const isHidden = (filter: Filter): boolean => !nameForm(say(filter.field)).includes(found)
  const asked = offered.filter((filter) => !filter.isGiven)
  return (
    <Form form={form} layout="vertical" initialValues={filters} onFinish={send} className="eam-search-form">
      {asked.length > fewFields && (
        <Input
          allowClear
          prefix={<SearchOutlined />}
          value={wanted}
          placeholder={word('filter.search')}
          aria-label={word('filter.search')}
          onChange={(event) => setWanted(event.target.value)}
        />
      )}
      <div className="eam-fields">
        {asked.map((filter) =>
          // A hidden field keeps its input.
          filter.wires[1] === undefined ? (
            <Form.Item key={filter.name} name={filter.wires[0]} label={filterLabel(filter.field, language)} hidden={isHidden(filter)}>
              <FilterInput field={filter.field} />
            </Form.Item>
          ) : (
            <Form.Item key={filter.name} label={filterLabel(filter.field, language)} hidden={isHidden(filter)}>
              <div className="eam-range">
                <RangeEnd filter={filter} end={0} />
                <span aria-hidden>~</span>
                <RangeEnd filter={filter} end={1} />
              </div>
            </Form.Item>
          ),
        )}
        {asked.every(isHidden) && <p className="eam-hint">{word('filter.noField')}</p>}
      </div>
      <div className="eam-form-foot">
        <Button onClick={() => onSearch({})}>{word('tool.reset')}</Button>
        <Button type="primary" htmlType="submit">
          {word('common.search')}
        </Button>
      </div>
    </Form>
  )
}

/** One end of a range, with its own label. */
function RangeEnd({ filter: { field, wires, name }, end }: { readonly filter: Filter; readonly end: 0 | 1 }): ReactNode {
  const { word, say } = useWords()
  const wire = wires[end]!
  const isDay = field.kind === 'date' || field.kind === 'time' || name === 'createTime'
  const hints = isDay ? (['filter.firstDay', 'filter.lastDay'] as const) : (['filter.least', 'filter.most'] as const)
  return (
    <>
      <label className="eam-line-label" htmlFor={wire}>
        {word(end === 0 ? 'filter.from' : 'filter.to', { what: say(field) })}
      </label>
      <Form.Item name={wire} noStyle>
        <FilterInput field={field} placeholder={word(hints[end])} />
      </Form.Item>
    </>
  )
}

interface InputProps {
  readonly field: Field
  readonly id?: string
  readonly value?: string
  readonly onChange?: (value: unknown) => void
  readonly placeholder?: string
}

function FilterInput({ field, id, value, onChange, placeholder }: InputProps): ReactNode {
  const { say, word } = useWords()
  if (field.kind === 'choice' || field.kind === 'choices' || field.kind === 'flag') {
    const isFlag = field.kind === 'flag'
    const options = isFlag
      ? [
          { value: '1', label: word('common.yes') },
          { value: '0', label: word('common.no') },
        ]
      : [
          ...Object.entries(field.of).map(([key, choice]) => ({ value: key, label: say(choice) })),
          ...(field.required ? [] : [{ value: none, label: word('filter.none') }]),
        ]
    return (
      <Select
        id={id}
        mode={isFlag ? undefined : 'multiple'}
        allowClear
        showSearch={byLabel}
        placeholder={placeholder ?? word('filter.any')}
        options={options}
        value={isFlag ? value : value ? value.split(',') : []}
        onChange={(next: string | string[] | undefined) => onChange?.(Array.isArray(next) ? next.join(',') : next)}
        style={{ width: '100%' }}
      />
    )
  }
  if (field.kind === 'link' && !field.required) return <LinkFilter field={field} id={id} value={value} onChange={onChange} />
  const asked: Field =
    field.kind === 'numbering' || field.kind === 'text'
      ? { kind: 'text', zh: field.zh, en: field.en, max: 100 }
      : field.kind === 'time'
        ? { kind: 'date', zh: field.zh, en: field.en }
        : { ...field, required: false }
  return <FieldInput field={asked} id={id} value={value} onChange={onChange} placeholder={placeholder ?? word('filter.contains')} />
}

/** Filter by a linked row, or by none. */
function LinkFilter({ field, id, value, onChange }: InputProps): ReactNode {
  const { word } = useWords()
  const isWord = value?.startsWith('_') === true
  return (
    <Flex gap="small" align="center">
      <div style={{ flex: 1, minWidth: 0 }}>
        <FieldInput field={asFilter(field)} id={id} value={isWord ? undefined : value} onChange={onChange} />
      </div>
      <Checkbox checked={value === none} onChange={(event) => onChange?.(event.target.checked ? none : undefined)}>
        {word('filter.none')}
      </Checkbox>
    </Flex>
  )
}
