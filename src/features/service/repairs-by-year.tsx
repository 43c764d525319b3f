import { Table } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { MeasureGroup } from '#contract/kit/figures/measure.ts'
import { groupName } from '#contract/kit/figures/measure.ts'
import { repairs } from '#contract/measures/repairs.ts'
import { useMeasure } from '#src/data/measure.ts'
import { figureText } from '#src/kit/chart/figure-text.ts'
import { MeasureDrawing } from '#src/kit/chart/measure-card.tsx'
import { listAddress } from '#src/kit/chart/measure-chart.ts'
import { useWords } from '#src/words/words.ts'
import './repair-desk.css'

const figures = ['count', 'downtime', 'cost'] as const

/** What the repairs of a device cost and how long it could not be used, by year: small charts of what is not nothing, and all figures; nothing before the first repair. */
export function RepairsByYear({ deviceId }: { readonly deviceId: string }): ReactNode {
  const { word, say, language } = useWords()
  const { data, error, refetch } = useMeasure(repairs, { deviceId, group: 'year', figures: figures.join() })
  if (data && data.rows.length === 0) return null
  // Years without a cost or a stop are a row of the table, not an empty chart.
  const isDrawn = (figure: 'cost' | 'downtime'): boolean => !data || data.rows.some(({ values }) => Number(values[figure] ?? 0) !== 0)
  const drawing = (figure: 'cost' | 'downtime', title: string): ReactNode => (
    <MeasureDrawing
      of={repairs}
      title={title}
      figure={figure}
      kind="column"
      found={data}
      error={error}
      onRetry={() => void refetch()}
      height={150}
    />
  )
  const shown = (group: Pick<MeasureGroup, 'values' | 'filter'>, name: (typeof figures)[number]): ReactNode => {
    const address = listAddress(repairs, repairs.figures[name], group.filter)
    const text = figureText(group.values[name], repairs.figures[name].unit, language)
    return <span className="eam-figure">{address ? <Link to={address}>{text}</Link> : text}</span>
  }
  return (
    <section className="eam-by-year" aria-label={word('repair.byYear')}>
      {isDrawn('cost') && drawing('cost', word('repair.costByYear'))}
      {isDrawn('downtime') && drawing('downtime', word('repair.downtimeByYear'))}
      <Table<MeasureGroup>
        size="small"
        rowKey={(row) => row.key ?? ''}
        loading={!data && !error}
        dataSource={[...(data?.rows ?? [])].reverse()}
        pagination={{ pageSize: 4, hideOnSinglePage: true, size: 'small' }}
        columns={[
          { key: 'year', title: say(repairs.groups.year.words), render: (_, row) => groupName(row, language) },
          ...figures.map((name) => ({
            key: name,
            title: say(repairs.figures[name]),
            align: 'right' as const,
            render: (_: unknown, row: MeasureGroup) => shown(row, name),
          })),
        ]}
      />
    </section>
  )
}
