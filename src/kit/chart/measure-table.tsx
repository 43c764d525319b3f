import { Table } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { groupName, groupWords, type Measure, type Measured, type MeasureGroup } from '#contract/kit/figures/measure.ts'
import type { ChartKind } from '#src/kit/chart/chart-data.ts'
import { figureText } from '#src/kit/chart/figure-text.ts'
import { listAddress, orderedGroups } from '#src/kit/chart/measure-chart.ts'
import { useWords } from '#src/words/words.ts'

interface Line extends MeasureGroup {
  readonly id: string
  readonly part?: string
}

/** A row for each group, or for each part of each group. */
const linesOf = (found: Measured, rows: readonly MeasureGroup[], nameOf: (group: MeasureGroup) => string): Line[] =>
  rows.flatMap((row) =>
    found.split === null
      ? [{ ...row, id: row.key ?? '' }]
      : (row.parts ?? []).map((part) => ({ ...part, id: `${row.key} ${part.key}`, name: nameOf(row), part: nameOf(part) })),
  )

interface Props {
  readonly of: Measure
  readonly found: Measured
  /** The drawn figure and kind of chart, which set the order of the rows. */
  readonly figure: string
  readonly kind: ChartKind
}

/** A measure as a table in the order of its chart, with one unit a column; every figure opens the list of the rows behind it. */
export function MeasureTable({ of, found, figure: drawn, kind }: Props): ReactNode {
  const { say, language, word } = useWords()
  const figures = Object.keys(found.values)
  const lines = linesOf(found, drawn in found.values ? orderedGroups(of, found, drawn, kind) : found.rows, (group) =>
    groupName(group, language),
  )
  const largest = Object.fromEntries(
    figures.map((name) => [name, Math.max(0, ...lines.map(({ values }) => Math.abs(Number(values[name] ?? 0))))]),
  )
  const cell = (group: Pick<MeasureGroup, 'values' | 'filter'>, name: string): ReactNode => {
    const figure = of.figures[name]!
    const text = figureText(group.values[name], figure.unit, language, largest[name])
    const address = group.values[name] === null ? undefined : listAddress(of, figure, group.filter)
    return <span className="eam-figure">{address ? <Link to={address}>{text}</Link> : text}</span>
  }
  return (
    <Table<Line>
      size="small"
      rowKey="id"
      dataSource={lines}
      pagination={{ defaultPageSize: 20, hideOnSinglePage: true }}
      scroll={{ x: 'max-content' }}
      columns={[
        { key: 'group', title: say(groupWords(of, found.group)), render: (_, row) => groupName(row, language) },
        ...(found.split === null
          ? []
          : [{ key: 'part', title: say(groupWords(of, found.split)), render: (_: unknown, row: Line) => row.part }]),
        ...figures.map((name) => ({
          key: name,
          title: say(of.figures[name]!),
          align: 'right' as const,
          render: (_: unknown, row: Line) => cell(row, name),
        })),
      ]}
      summary={() => (
        <Table.Summary.Row>
          <Table.Summary.Cell index={0} colSpan={found.split === null ? 1 : 2}>
            <strong>{word('measure.total')}</strong>
          </Table.Summary.Cell>
          {figures.map((name, index) => (
            <Table.Summary.Cell key={name} index={index + (found.split === null ? 1 : 2)} align="right">
              <strong>{cell(found, name)}</strong>
            </Table.Summary.Cell>
          ))}
        </Table.Summary.Row>
      )}
    />
  )
}
