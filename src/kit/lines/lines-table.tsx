import { ArrowDownOutlined, ArrowUpOutlined, CopyOutlined, DeleteOutlined } from '@ant-design/icons'
import { Button, Form, Table, type TableColumnType } from 'antd'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { amountOf } from '#contract/kit/entity/lines.ts'
import type { Field, FieldMap } from '#contract/kit/fields/field.ts'
import { FieldInput } from '#src/kit/widgets/desk/field-input.tsx'
import { useWords } from '#src/words/words.ts'
import { copyOf, type LineValues, newLine, openFields } from './line-draft.ts'
import { LineSums, type LineTotal, totalText } from './line-sums.tsx'

export interface LinesTableProps {
  readonly fields: FieldMap
  readonly lines: readonly LineValues[]
  readonly onChange: (lines: readonly LineValues[]) => void
  /** Problems by index and field: `2.quantity`. */
  readonly problems: Readonly<Record<string, string>>
  readonly most: number
  readonly isOrdered?: boolean
  readonly totals?: readonly LineTotal[]
  readonly disabled?: boolean
  /** Whether to focus the first input of the last line. */
  readonly autoFocus?: boolean | undefined
  /** More buttons below the table. */
  readonly more?: ReactNode
}

interface Placed {
  readonly line: LineValues
  readonly place: number
}

const perPage = 50

/** The inputs in the cells, in reading order. */
const inputsOf = (table: HTMLElement): HTMLElement[] => [
  ...table.querySelectorAll<HTMLElement>(
    'td input:not([disabled]):not([type=hidden]), td textarea:not([disabled]), td button[role=switch]',
  ),
]

/** Texts up to this length, such as units, get a narrow column. */
const shortText = 20
const width = (field: Field): number => {
  if (field.kind === 'link') return 200
  if (field.kind === 'text') return field.max <= shortText ? 90 : 160
  return field.kind === 'choice' ? 160 : 120
}

/** Lines as an editable table: Enter moves to the next cell, from the last one to a new line. */
export function LinesTable(props: LinesTableProps): ReactNode {
  const { fields, lines, onChange, problems, most, isOrdered = false, totals = [], disabled, autoFocus, more } = props
  const { word, say, language } = useWords()
  const id = useId()
  const top = useRef<HTMLDivElement>(null)
  const [page, setPage] = useState(1)
  const focusNext = useRef<number | undefined>(autoFocus ? 0 : undefined)
  const first = Object.keys(problems).find((field) => field !== '')
  // Show the page with the first problem.
  useEffect(() => {
    if (first) setPage(Math.floor(Number(first.split('.')[0]) / perPage) + 1)
  }, [first])
  useEffect(() => {
    if (focusNext.current === undefined || lines.length <= focusNext.current) return
    focusNext.current = undefined
    const last = [...(top.current?.querySelectorAll<HTMLElement>('tbody tr.ant-table-row') ?? [])].at(-1)
    if (last) inputsOf(last)[0]?.focus()
  })
  const isFull = lines.length >= most
  const put = (place: number, values: LineValues): void => onChange(lines.map((line, at) => (at === place ? { ...line, ...values } : line)))
  const add = (line: LineValues): void => {
    if (isFull) return
    focusNext.current = lines.length
    setPage(Math.floor(lines.length / perPage) + 1)
    onChange([...lines, line])
  }
  const insert = (place: number, line: LineValues): void => onChange([...lines.slice(0, place), line, ...lines.slice(place)])
  const swap = (place: number, other: number): void => {
    const moved = [...lines]
    ;[moved[place], moved[other]] = [lines[other]!, lines[place]!]
    onChange(moved)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const target = event.target as HTMLElement
    // In an open list Enter confirms the choice; in a long text Shift+Enter starts a new line.
    if (
      event.key !== 'Enter' ||
      event.nativeEvent.isComposing ||
      !(target.tagName === 'INPUT' || (target.tagName === 'TEXTAREA' && !event.shiftKey)) ||
      target.getAttribute('aria-expanded') === 'true'
    )
      return
    event.preventDefault()
    event.stopPropagation()
    const inputs = inputsOf(top.current!)
    const next = inputs[inputs.indexOf(target) + 1]
    if (next) next.focus()
    else add(newLine(fields))
  }
  const open = openFields(fields)
  const columns: TableColumnType<Placed>[] = [
    { key: 'place', title: '#', width: 44, render: (_value, { place }) => place + 1 },
    ...open.map(
      ([wire, field, name]): TableColumnType<Placed> => ({
        key: wire,
        title: (
          <>
            {say(field)}
            {field.required && (
              <span className="eam-line-required" aria-hidden="true">
                *
              </span>
            )}
          </>
        ),
        width: width(field),
        render: (_value, { line, place }) => {
          const problem = problems[`${place}.${wire}`]
          const label = `${say(field)} ${place + 1}`
          return (
            <Form.Item
              className="eam-line-cell"
              validateStatus={problem ? 'error' : undefined}
              help={problem && <span role="alert">{problem}</span>}
            >
              <label className="eam-line-label" htmlFor={`${id}-${place}-${wire}`}>
                {label}
              </label>
              <FieldInput
                id={`${id}-${place}-${wire}`}
                field={field}
                value={line[wire]}
                shownName={line[`${name}Name`] as string | null}
                disabled={disabled}
                isInCell
                onChange={(value) => put(place, field.kind === 'link' ? { [wire]: value, [`${name}Name`]: null } : { [wire]: value })}
              />
            </Form.Item>
          )
        },
      }),
    ),
    ...totals
      .filter(({ of }) => of.length > 1)
      .map(
        (total): TableColumnType<Placed> => ({
          key: `sum ${total.label.en}`,
          title: word('items.amount'),
          align: 'right',
          width: 120,
          render: (_value, { line }) => (
            <span className="eam-figure">{totalText(total, amountOf(total.field, total.of, line), language)}</span>
          ),
        }),
      ),
    {
      key: 'acts',
      fixed: 'right',
      width: isOrdered ? 140 : 80,
      render: (_value, { line, place }) => {
        const button = (
          key: 'items.up' | 'items.down' | 'items.copy' | 'items.remove',
          icon: ReactNode,
          isOff: boolean,
          act: () => void,
        ) => (
          <Button
            type="text"
            size="small"
            icon={icon}
            disabled={disabled || isOff}
            aria-label={word(key, { n: place + 1 })}
            title={word(key, { n: place + 1 })}
            onClick={act}
          />
        )
        return (
          <span className="eam-nowrap">
            {isOrdered && button('items.up', <ArrowUpOutlined />, place === 0, () => swap(place, place - 1))}
            {isOrdered && button('items.down', <ArrowDownOutlined />, place === lines.length - 1, () => swap(place, place + 1))}
            {button('items.copy', <CopyOutlined />, isFull, () => insert(place + 1, copyOf(line)))}
            {button('items.remove', <DeleteOutlined />, false, () => onChange(lines.filter((_, at) => at !== place)))}
          </span>
        )
      },
    },
  ]
  return (
    <div ref={top} className="eam-lines">
      {lines.length > 0 && (
        <Table<Placed>
          size="small"
          rowKey={({ line, place }) => String(line.id ?? `new ${place}`)}
          dataSource={lines.map((line, place) => ({ line, place }))}
          columns={columns}
          onRow={() => ({ onKeyDown })}
          scroll={{ x: 'max-content' }}
          pagination={lines.length > perPage ? { current: page, pageSize: perPage, onChange: setPage, showSizeChanger: false } : false}
        />
      )}
      <LineSums totals={totals} lines={lines} />
      <div className="eam-item-foot">
        {more}
        <Button disabled={disabled || isFull} onClick={() => add(newLine(fields))}>
          {word('items.add')}
        </Button>
      </div>
    </div>
  )
}
