import type { ReactNode } from 'react'
import { useWords } from '#src/words/words.ts'
import { type ChartData, largestOf } from './chart-data.ts'
import { figureText } from './figure-text.ts'

/** The values of a chart as a table; `onPick` turns each value into a button that shows its rows. */
export function ChartTable({
  data,
  onPick,
}: {
  readonly data: ChartData
  readonly onPick?: (category: number, series: number) => void
}): ReactNode {
  const { language } = useWords()
  const largest = largestOf(data)
  return (
    <table>
      <caption className="eam-unseen">{data.figure}</caption>
      <thead>
        <tr>
          <th scope="col">{data.by}</th>
          {data.series.map(({ key, label }) => (
            <th key={key} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.categories.map(({ key, label }, row) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            {data.series.map(({ key: series, values }, column) => (
              <td key={series}>
                {onPick && values[row] ? (
                  <button type="button" className="eam-link-button" onClick={() => onPick(row, column)}>
                    {figureText(values[row], data.unit, language, largest)}
                  </button>
                ) : (
                  figureText(values[row], data.unit, language, largest)
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
