import { Table } from 'antd'
import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router-dom'
import type { ChartKind } from '#contract/kit/figures/chart-kind.ts'
import { groupWords, type Measure, type Measured } from '#contract/kit/figures/measure.ts'
import { listAddress } from '#src/kit/chart/measure-chart.ts'
import { useWords } from '#src/words/words.ts'
import { type Earlier, type MeasureColumn, type MeasureLine, measureColumns, measureLines, totalLine } from './measure-lines.ts'
import './measure-table.css'

interface SheetProps {
  readonly of: Measure
  readonly found: Measured
  /** The drawn figure and kind of chart, which set the order of the rows. */
  readonly figure: string
  readonly kind: ChartKind
  readonly earlier?: Earlier | undefined
}

/** Lines, columns and total of a measure, as the table shows and the printed form repeats them. */
export function useMeasureSheet({ of, found, figure, kind, earlier }: SheetProps) {
  const { word, language } = useWords()
  const words = { share: word('measure.share'), change: word('measure.change') }
  const lines = useMemo(() => measureLines(of, found, { figure, kind, earlier, language }), [of, found, figure, kind, earlier, language])
  const drawn = figure in found.values ? figure : Object.keys(found.values)[0]!
  return { lines, columns: measureColumns(of, found, lines, { figure: drawn, earlier, language, words }), total: totalLine(found, earlier) }
}

interface Props extends SheetProps {
  /** The page about a group, opened by its name. */
  readonly opens?: ((line: MeasureLine) => string | undefined) | undefined
}

/** A measure as a table in the order of its chart, with one unit a column; every figure opens the list of the rows behind it. */
export function MeasureTable({ opens, ...sheet }: Props): ReactNode {
  const { say, word } = useWords()
  const { of, found } = sheet
  const { lines, columns, total } = useMeasureSheet(sheet)
  const cell = (line: MeasureLine, { figure, name, text }: MeasureColumn): ReactNode => {
    const address = figure && line.filter && line.values[name] !== null ? listAddress(of, figure, line.filter) : undefined
    const shown = <span className="eam-figure">{address ? <Link to={address}>{text(line)}</Link> : text(line)}</span>
    return line.isSubtotal ? <strong>{shown}</strong> : shown
  }
  const title = (line: MeasureLine): ReactNode => {
    const address = opens?.(line)
    return address ? <Link to={address}>{line.name}</Link> : line.name
  }
  const names = found.split === null ? 1 : 2
  return (
    <Table<MeasureLine>
      className="eam-measure-table"
      size="small"
      rowKey="id"
      dataSource={lines}
      pagination={{ defaultPageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
      scroll={{ x: 'max-content' }}
      rowClassName={(line) => (line.isSubtotal ? 'eam-subtotal' : '')}
      columns={[
        { key: 'group', title: say(groupWords(of, found.group)), render: (_, line) => title(line) },
        ...(found.split === null
          ? []
          : [
              {
                key: 'part',
                title: say(groupWords(of, found.split)),
                render: (_: unknown, line: MeasureLine) => (line.isSubtotal ? <strong>{word('measure.subtotal')}</strong> : line.part),
              },
            ]),
        ...columns.map((column) => ({
          key: column.name,
          title: column.label,
          align: 'right' as const,
          render: (_: unknown, line: MeasureLine) => cell(line, column),
        })),
      ]}
      summary={() => (
        <Table.Summary.Row>
          <Table.Summary.Cell index={0} colSpan={names}>
            <strong>{word('measure.total')}</strong>
          </Table.Summary.Cell>
          {columns.map((column, index) => (
            <Table.Summary.Cell key={column.name} index={index + names} align="right">
              <strong>{cell(total, column)}</strong>
            </Table.Summary.Cell>
          ))}
        </Table.Summary.Row>
      )}
    />
  )
}
