import { Empty, Table, Tag } from 'antd'
import type { ReactNode } from 'react'
import type { Entity, LineFacts } from '#contract/kit/entity/entity.ts'
import { amountOf, lineWords } from '#contract/kit/entity/lines.ts'
import { scaleOf } from '#contract/kit/fields/amount.ts'
import { type Field, isInternal, isPlain } from '#contract/kit/fields/field.ts'
import { entityNamed } from '#contract/registry.ts'
import type { Row } from '#src/data/hooks.ts'
import { useView } from '#src/data/view.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { Shown } from '#src/kit/shown.tsx'
import { textOf } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import type { LineValues } from './line-draft.ts'
import { LineSums, totalsOfLines, totalText } from './line-sums.tsx'

interface Props {
  readonly of: Entity
  readonly row: Row
  /** Names of the lines to show; all lines in the row when absent. */
  readonly only?: readonly string[]
}

/** The lines of a record, one table with totals per kind. The server leaves out lines that the person may not read. */
export function RecordLines({ of, row, only }: Props): ReactNode {
  return (of.lines ?? [])
    .filter((line) => Array.isArray(row[line.as]) && (only?.includes(line.as) ?? true))
    .map((line) => <LinesOfRecord key={line.as} header={of} line={line} lines={row[line.as] as readonly LineValues[]} />)
}

function LinesOfRecord({
  header,
  line,
  lines,
}: {
  readonly header: Entity
  readonly line: LineFacts
  readonly lines: readonly LineValues[]
}): ReactNode {
  const { say, word, language } = useWords()
  const of = entityNamed(line.entity)
  const { view, error, retry } = useView(of)
  const label = say(lineWords(line, of))
  if (!view) return <Outcome isLoading={!error} error={error} onRetry={() => void retry()} />
  const plain = Object.entries(view.fields).filter(
    ([name, field]) => name !== line.by && name !== line.order && isPlain(field) && !isInternal(field),
  )
  // Hide columns that are empty in every line, to leave room for the others.
  const said = plain.filter(([name, field]) => lines.some((one) => textOf(name, field, one, language) !== ''))
  const filled = plain.length > 1 && said.length > 1 ? said : plain
  const shown = filled.filter(([name, field]) => !isRepeated(name, field))
  const totals = totalsOfLines(header, line)
  /** A link that a text beside it names in every line, such as the line of the plan beside its name. */
  function isRepeated(name: string, field: Field): boolean {
    const says = (other: string, of: Field): boolean =>
      lines.every((one) => textOf(other, of, one, language) === textOf(name, field, one, language))
    return lines.length > 0 && field.kind === 'link' && filled.some(([other, of]) => of.kind === 'text' && says(other, of))
  }
  const [only, ...others] = shown
  if (only && others.length === 0)
    return (
      <section className="eam-panel eam-people" aria-label={label}>
        {label}
        {word('mark.colon')}
        {lines.length === 0
          ? '—'
          : lines.map((one) => (
              <Tag key={String(one.id)}>
                <Shown name={only[0]} field={only[1]} row={one} />
              </Tag>
            ))}
      </section>
    )
  return (
    <section className="eam-panel" aria-label={label}>
      <h2>{label}</h2>
      {lines.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={word('items.none')} />
      ) : (
        <Table<LineValues>
          size="small"
          rowKey={(one) => String(one.id)}
          dataSource={[...lines]}
          scroll={{ x: 'max-content' }}
          pagination={{ pageSize: 50, hideOnSinglePage: true, showSizeChanger: false }}
          columns={[
            { key: 'place', title: '#', width: 44, render: (_value, _line, index) => index + 1 },
            ...shown.map(([name, field]) => ({
              key: name,
              title: say(field),
              align: scaleOf(field) === undefined ? undefined : ('right' as const),
              render: (_value: unknown, one: LineValues) => <Shown name={name} field={field} row={one} />,
            })),
            ...totals
              .filter((total) => total.of.length > 1)
              .map((total) => ({
                key: `sum ${total.label.en}`,
                title: word('items.amount'),
                align: 'right' as const,
                render: (_value: unknown, one: LineValues) => (
                  <span className="eam-figure">{totalText(total, amountOf(total.field, total.of, one), language)}</span>
                ),
              })),
          ]}
        />
      )}
      {lines.length > 0 && <LineSums totals={totals} lines={lines} />}
    </section>
  )
}
