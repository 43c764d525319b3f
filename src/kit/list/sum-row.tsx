import { Table } from 'antd'
import type { ReactNode } from 'react'
import type { View } from '#contract/kit/entity/view.ts'
import { textOf } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'

interface Props {
  readonly view: View
  /** Names of the table's columns; empty for those without a field. */
  readonly names: readonly string[]
  /** Sums over all rows found, by field. */
  readonly sums: Readonly<Record<string, string>>
  readonly total: number
}

/** The last row of a list: number and sums of all rows found, independent of the page. */
export function SumRow({ view, names, sums, total }: Props): ReactNode {
  const { word, language } = useWords()
  const amount = (name: string): string => textOf(name, view.fields[name]!, sums, language)
  const lead = names[0] === '' ? 2 : 1
  return (
    <Table.Summary fixed="bottom">
      <Table.Summary.Row className="eam-sums">
        <Table.Summary.Cell index={0} colSpan={lead}>
          <strong>{word('list.sum', { total })}</strong>
        </Table.Summary.Cell>
        {names.slice(lead).map((name, at) => (
          <Table.Summary.Cell key={name || 'acts'} index={at + lead} align="right">
            {sums[name] !== undefined && view.fields[name] && <strong className="eam-figure">{amount(name)}</strong>}
          </Table.Summary.Cell>
        ))}
      </Table.Summary.Row>
    </Table.Summary>
  )
}
