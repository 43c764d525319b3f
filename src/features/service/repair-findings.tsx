import { Rate } from 'antd'
import type { ReactNode } from 'react'
import { type RepairTimes, repairLength } from '#contract/entities/service/repair-lengths.ts'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import type { View } from '#contract/kit/entity/view.ts'
import type { Row } from '#src/data/hooks.ts'
import { useView } from '#src/data/view.ts'
import { RecordLines } from '#src/kit/lines/record-lines.tsx'
import { Shown } from '#src/kit/shown.tsx'
import { lengthText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import './repair-desk.css'

const fault = ['faultDescription', 'images'] as const
const work = ['diagnosis', 'measures', 'repairImages'] as const
const costs = ['labourHours', 'labourCost', 'partsCost', 'outsideCost', 'totalCost'] as const
const rating = ['rating', 'ratingNote'] as const
const lengths = ['waitedMinutes', 'ranMinutes'] as const

/** Facts that stand here and not among the others. */
export const findings: readonly string[] = [...fault, ...work, ...costs, ...rating, ...lengths]

const isSet = (row: Row, name: string): boolean =>
  Array.isArray(row[name]) ? (row[name] as unknown[]).length > 0 : row[name] !== null && row[name] !== undefined

/** What a repair found and did, what it cost with the parts used, and how it was rated: apart from its history. */
export function RepairFindings({ row }: { readonly row: Row }): ReactNode {
  const { word } = useWords()
  const { view } = useView(repairOrder)
  if (!view) return null
  const isWorkedOn = repairLength(row as unknown as RepairTimes) !== null || isSet(row, 'rating') || Number(row.waitedMinutes) > 0
  return (
    <>
      {isWorkedOn && <Figures view={view} row={row} />}
      <section className="eam-panel" aria-label={word('repair.work')}>
        <h2>{word('repair.work')}</h2>
        {/* How long the device ran would stand alone over the page until the repair has figures. */}
        <Facts view={view} row={row} names={isWorkedOn ? fault : [...fault, 'ranMinutes']} />
        <Facts view={view} row={row} names={work} none={word('repair.noWork')} />
      </section>
      {costs.some((name) => view.fields[name] && isSet(row, name)) && (
        <section className="eam-panel" aria-label={word('repair.costs')}>
          <h2>{word('repair.costs')}</h2>
          <Facts view={view} row={row} names={costs} isFigures />
        </section>
      )}
      {isSet(row, 'parts') && <RecordLines of={repairOrder} row={row} />}
    </>
  )
}

interface FactsProps {
  readonly view: View
  readonly row: Row
  readonly names: readonly string[]
  /** Said while none of them is filled. */
  readonly none?: string
  readonly isFigures?: boolean
}

function Facts({ view, row, names, none, isFigures = false }: FactsProps): ReactNode {
  const { say } = useWords()
  const shown = names.flatMap((name) => (view.fields[name] && isSet(row, name) ? [[name, view.fields[name]] as const] : []))
  if (shown.length === 0) return none && <p className="eam-hint">{none}</p>
  return (
    <dl className={isFigures ? 'eam-findings eam-findings-figures' : 'eam-findings'}>
      {shown.map(([name, field]) => (
        <div key={name}>
          <dt>{say(field)}</dt>
          <dd>
            <Shown name={name} field={field} row={row} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** How long the device ran and the repair took and waited, and how it was rated, each as soon as it is known. */
function Figures({ view, row }: Pick<FactsProps, 'view' | 'row'>): ReactNode {
  const { word, say, language } = useWords()
  const length = repairLength(row as unknown as RepairTimes)
  const told = lengths.filter((name) => view.fields[name] && Number(row[name]) > 0)
  const isRated = isSet(row, 'rating')
  return (
    <section className="eam-figures eam-repair-figures" aria-label={word('repair.figures')}>
      {(length !== null || isRated) && (
        <div className="eam-figure-card">
          <span>{word('repair.repairLength')}</span>
          <strong>{length === null ? '—' : lengthText(length, language)}</strong>
        </div>
      )}
      {told.map((name) => (
        <div key={name} className="eam-figure-card">
          <span>{say(view.fields[name]!)}</span>
          <strong>{lengthText(Number(row[name]), language)}</strong>
        </div>
      ))}
      {isRated && (
        <div className="eam-figure-card">
          <span>{say(repairOrder.fields.rating)}</span>
          <Rate disabled value={Number(row.rating)} />
          {isSet(row, 'ratingNote') && <small>{String(row.ratingNote)}</small>}
        </div>
      )}
    </section>
  )
}
