import type { ReactNode } from 'react'
import { groupName, type Measured, type MeasureGroup } from '#contract/kit/figures/measure.ts'
import { figureText } from '#src/kit/chart/figure-text.ts'
import { numberText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import { behind, cards, intactOf, numberOf, orders, rowOf } from './figures.ts'
import { Counted } from './panels.tsx'

interface Props {
  readonly depts: Measured | null | undefined
  /** Since 90 days ago. */
  readonly repairs: Measured | null | undefined
  readonly open: Measured | null | undefined
}

/** Departments that fit on the board. */
const most = 10

/** Departments with their devices, how many of them are intact, and their repairs: those with most open repairs first, then the largest. */
export function DeptTable({ depts, repairs, open }: Props): ReactNode {
  const { word, say, language } = useWords()
  const waitingIn = ({ key }: MeasureGroup): number => numberOf(rowOf(open, key!), 'count')
  const rows = (depts?.rows ?? [])
    .filter(({ key }) => key !== null)
    .sort((one, other) => waitingIn(other) - waitingIn(one) || numberOf(other, 'count') - numberOf(one, 'count'))
  return (
    <table className="eam-board-table">
      <thead>
        <tr>
          <th scope="col">{word('board.dept')}</th>
          <th scope="col">{say(cards.figures.count!)}</th>
          <th scope="col">{say(cards.figures.intact!)}</th>
          <th scope="col">{word('board.open')}</th>
          <th scope="col">{say(orders.figures.response!)}</th>
        </tr>
      </thead>
      <tbody>
        {rows.slice(0, most).map((row) => {
          const waiting = rowOf(open, row.key!)
          const intact = intactOf(row)
          return (
            <tr key={row.key}>
              <th scope="row">{groupName(row, language)}</th>
              <td>
                <Counted to={behind(cards, 'count', row)} right="device.list">
                  {numberText(numberOf(row, 'count'), language)}
                </Counted>
              </td>
              <td data-tone={intact?.isLow ? 'warn' : 'good'}>
                {intact && (
                  <i>
                    <b style={{ width: `${intact.rate}%` }} />
                  </i>
                )}
                <span>{figureText(row.values.intact, 'percent', language)}</span>
              </td>
              <td className={numberOf(waiting, 'count') > 0 ? 'eam-board-strong' : 'eam-board-faint'}>
                <Counted to={behind(orders, 'count', waiting)} right="repairOrder.list">
                  {numberText(numberOf(waiting, 'count'), language)}
                </Counted>
              </td>
              <td>{figureText(rowOf(repairs, row.key!)?.values.response, 'minutes', language)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
