import { Table } from 'antd'
import { type ReactNode, useMemo } from 'react'
import { tariffBands } from '#contract/entities/iot/tariff-hours.ts'
import { groupName, groupWords, type Measured, type MeasureGroup, openFigures } from '#contract/kit/figures/measure.ts'
import { energy } from '#contract/measures/energy.ts'
import { useMeasure } from '#src/data/measure.ts'
import { useView } from '#src/data/view.ts'
import { Chart } from '#src/kit/chart/chart.tsx'
import type { ChartData } from '#src/kit/chart/chart-data.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { numberText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'

const words = {
  kwh: { zh: '用电（kWh）', en: 'kWh' },
  cost: { zh: '电费（元）', en: 'Energy cost (CNY)' },
  sum: { zh: '合计', en: 'Total' },
  chart: { zh: '各时段电费', en: 'Cost by band' },
  none: { zh: '没有用电记录', en: 'No energy records' },
  bare: { zh: '没有电价的天数', en: 'Days without a tariff' },
  rule: {
    zh: '每天的电费只取整一次（0.0001 元），尖、峰、平、谷依次取各自增加的部分，所以四个时段之和就是电费。',
    en: 'The cost of a day is rounded once (0.0001 CNY). Sharp, peak, flat and valley each take what they add to it, so the four bands are the whole cost.',
  },
} as const

const bands = ['sharp', 'peak', 'flat', 'valley'] as const
const figures = [...bands, ...bands.map((band) => `${band}Cost` as const), 'kwh', 'cost', 'unpriced', 'count']
export type BandGroup = 'month' | 'useDept' | 'device' | 'day'

interface Props {
  readonly group: BandGroup
  /** Filters of the days, such as a device and a period. */
  readonly query: Readonly<Record<string, string>>
}

/** Energy and cost of each band by month, department or device: a stacked chart and a table. Figures that the hospital hides are left out. */
export function BandCosts({ group, query }: Props): ReactNode {
  const { say, word, language } = useWords()
  const { view } = useView(energy.of)
  const open = view ? openFigures(energy, view) : []
  const asked = figures.filter((name) => open.includes(name))
  const { data, error, refetch } = useMeasure(energy, view && { ...query, group, figures: asked.join() })
  const chart = useMemo(() => data && chartOf(data, group, language, say(words.cost)), [data, group, language, say])
  if (!data) return <Outcome isLoading={!error} error={error} onRetry={() => void refetch()} />
  if (data.rows.length === 0) return <p>{say(words.none)}</p>
  const shown = (name: string) => open.includes(name)
  const cell = (values: MeasureGroup['values'], name: string): string => {
    const value = values[name]
    return value === null || value === undefined ? '—' : numberText(Number(value), language)
  }
  // A cost of days that all lack a tariff is none, not 0.
  const isBare = ({ unpriced, count }: MeasureGroup['values']): boolean => unpriced !== undefined && Number(unpriced) === Number(count)
  const amount = (values: MeasureGroup['values'], name: string): string => (isBare(values) ? '—' : cell(values, name))
  const columns = [
    ...bands.map((band) => ({ name: band, title: say(tariffBands[band]), costName: `${band}Cost` })),
    { name: 'kwh', title: say(words.sum), costName: 'cost' },
  ]
  const hasCost = shown('cost') && bands.every((band) => shown(`${band}Cost`))
  return (
    <>
      {hasCost && <Chart title={say(words.chart)} data={chart} formula={say(words.rule)} />}
      <Table<MeasureGroup>
        size="small"
        rowKey={(row) => row.key ?? ''}
        pagination={false}
        scroll={{ x: 'max-content' }}
        dataSource={data.rows as MeasureGroup[]}
        columns={[
          { key: 'name', title: say(groupWords(energy, group)), render: (_, row) => groupName(row, language) },
          ...columns.map(({ name, title, costName }) => ({
            key: name,
            title,
            children: [
              ...(shown(name)
                ? [
                    {
                      key: `${name} kwh`,
                      title: say(words.kwh),
                      align: 'right' as const,
                      render: (_: unknown, { values }: MeasureGroup) => (name === 'kwh' ? cell(values, name) : amount(values, name)),
                    },
                  ]
                : []),
              ...(shown(costName)
                ? [
                    {
                      key: costName,
                      title: say(words.cost),
                      align: 'right' as const,
                      render: (_: unknown, { values }: MeasureGroup) => amount(values, costName),
                    },
                  ]
                : []),
            ],
          })),
          ...(shown('unpriced')
            ? [
                {
                  key: 'unpriced',
                  title: say(words.bare),
                  align: 'right' as const,
                  render: (_: unknown, { values }: MeasureGroup) => cell(values, 'unpriced'),
                },
              ]
            : []),
        ]}
        summary={() => (
          <Table.Summary.Row>
            <Table.Summary.Cell index={0}>{word('measure.total')}</Table.Summary.Cell>
            {columns.flatMap(({ name, costName }) => [
              ...(shown(name)
                ? [
                    <Table.Summary.Cell key={name} index={1} align="right">
                      {name === 'kwh' ? cell(data.values, name) : amount(data.values, name)}
                    </Table.Summary.Cell>,
                  ]
                : []),
              ...(shown(costName)
                ? [
                    <Table.Summary.Cell key={costName} index={1} align="right">
                      {amount(data.values, costName)}
                    </Table.Summary.Cell>,
                  ]
                : []),
            ])}
            {shown('unpriced') ? (
              <Table.Summary.Cell index={1} align="right">
                {cell(data.values, 'unpriced')}
              </Table.Summary.Cell>
            ) : null}
          </Table.Summary.Row>
        )}
      />
    </>
  )
}

/** The cost of each band, stacked by group. */
function chartOf({ rows }: Measured, group: BandGroup, language: 'zh' | 'en', figure: string): ChartData {
  return {
    kind: 'stacked',
    figure,
    unit: 'money',
    by: groupWords(energy, group)[language],
    isAdditive: true,
    isOrdered: group === 'month' || group === 'day',
    categories: rows.map((row) => ({ key: row.key ?? '', label: groupName(row, language) })),
    series: bands.map((band, place) => ({
      ...{ key: band, label: tariffBands[band][language], place },
      values: rows.map(({ values }) => Number(values[`${band}Cost`] ?? 0)),
    })),
  }
}
