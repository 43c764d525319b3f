import { Table } from 'antd'
import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router-dom'
import { groupName, type Measure, type Measured, type MeasureGroup, openFigures } from '#contract/kit/figures/measure.ts'
import { maintenance } from '#contract/measures/maintenance.ts'
import { metrology } from '#contract/measures/metrology.ts'
import { quality } from '#contract/measures/quality.ts'
import { repairs } from '#contract/measures/repairs.ts'
import type { Row } from '#src/data/hooks.ts'
import { useMeasure } from '#src/data/measure.ts'
import { useRight } from '#src/data/session.ts'
import { useView } from '#src/data/view.ts'
import { Chart } from '#src/kit/chart/chart.tsx'
import type { ChartData } from '#src/kit/chart/chart-data.ts'
import { figureText } from '#src/kit/chart/figure-text.ts'
import { listAddress } from '#src/kit/chart/measure-chart.ts'
import { useWords } from '#src/words/words.ts'
import { type ServiceYear, shareOf, sumOf, yearsOf } from './service-sums.ts'
import './repair-desk.css'

/** The measures of service, with the figures of each that are shown. */
const kinds = {
  repairs: { of: repairs, figures: ['count', 'cost', 'parts', 'labour', 'provider'] },
  maintenance: { of: maintenance, figures: ['count', 'cost', 'parts', 'labour', 'provider'] },
  metrology: { of: metrology, figures: ['count', 'cost'] },
  quality: { of: quality, figures: ['count'] },
} as const satisfies Readonly<Record<string, { of: Measure; figures: readonly string[] }>>
type Kind = keyof typeof kinds
const names = Object.keys(kinds) as Kind[]
const costly = ['repairs', 'maintenance', 'metrology'] as const

/** A measure of a device by year; nothing for who may not list its rows. */
function useYears(kind: Kind, deviceId: string): Measured | undefined {
  const { of, figures } = kinds[kind]
  const maySee = useRight(`${of.of.name}.list`)
  const { view } = useView(of.of)
  // A figure of a field that the hospital hides is refused.
  const known = view ? openFigures(of, view) : []
  const open = figures.filter((name) => known.includes(name))
  return useMeasure(of, maySee && view ? { deviceId, group: 'year', figures: open.join() } : undefined).data
}

/** What the service of a device has cost over its life: by year and kind, by parts, labour and providers, and as a share of its value. */
export function ServiceCosts({ row }: { readonly row: Row }): ReactNode {
  const { word, say, language } = useWords()
  const repaired = useYears('repairs', row.id)
  const maintained = useYears('maintenance', row.id)
  const measured = useYears('metrology', row.id)
  const controlled = useYears('quality', row.id)
  const found = useMemo(
    () => ({ repairs: repaired, maintenance: maintained, metrology: measured, quality: controlled }),
    [repaired, maintained, measured, controlled],
  )
  const years = useMemo(() => yearsOf(found), [found])
  if (years.length === 0) return null
  const total = sumOf(costly.map((kind) => found[kind]?.values.cost))
  const money = (amount: string): string => figureText(amount, 'money', language)
  const share = shareOf(total, row.originalValue)
  const cards = [
    ['service.all', total && money(total)],
    ...(['parts', 'labour'] as const).map((name) => {
      const sum = sumOf([found.repairs?.values[name], found.maintenance?.values[name]])
      return [`service.${name}`, sum && money(sum)] as const
    }),
    ['service.provider', providerSum(found, money)],
    ['service.share', share],
  ] as const
  const shown = (kind: Kind, figure: 'count' | 'cost', group: MeasureGroup | undefined): ReactNode => {
    const facts = kinds[kind].of.figures[figure as 'count']
    const value = group?.values[figure]
    if (!group || value === undefined) return '—'
    const text = figureText(value, facts.unit, language)
    const address = listAddress(kinds[kind].of, facts, group.filter)
    return <span className="eam-figure">{address ? <Link to={address}>{text}</Link> : text}</span>
  }
  const isShown = (kind: Kind, figure: string): boolean => found[kind] !== undefined && figure in found[kind].values
  return (
    <section className="eam-panel eam-service-costs" aria-label={word('service.title')}>
      <h2>{word('service.title')}</h2>
      <div className="eam-figures">
        {cards.map(
          ([name, text]) =>
            text !== undefined && (
              <div key={name} className="eam-figure-card">
                <span>{word(name)}</span>
                <strong>{text}</strong>
              </div>
            ),
        )}
      </div>
      {total !== undefined && total !== '0.00' && (
        <Chart title={word('service.chart')} sum={money(total)} data={chartOf(found, years, say, word)} height={200} />
      )}
      <Table<ServiceYear<Kind>>
        size="small"
        rowKey="key"
        dataSource={[...years]}
        pagination={{ pageSize: 6, hideOnSinglePage: true, size: 'small' }}
        scroll={{ x: 'max-content' }}
        columns={[
          { key: 'year', title: word('service.year'), render: (_, year) => groupName(Object.values(year.groups)[0]!, language) },
          ...names.flatMap((kind) =>
            (['count', 'cost'] as const)
              .filter((figure) => isShown(kind, figure))
              .map((figure) => ({
                key: `${kind}.${figure}`,
                title: say(kinds[kind].of.figures[figure as 'count']),
                align: 'right' as const,
                render: (_: unknown, year: ServiceYear<Kind>) => shown(kind, figure, year.groups[kind]),
              })),
          ),
          ...(total === undefined
            ? []
            : [
                {
                  key: 'sum',
                  title: word('service.sum'),
                  align: 'right' as const,
                  render: (_: unknown, year: ServiceYear<Kind>) =>
                    money(sumOf(costly.map((kind) => year.groups[kind]?.values.cost)) ?? '0.00'),
                },
              ]),
        ]}
      />
    </section>
  )
}

type Found = Readonly<Record<Kind, Measured | undefined>>

/** What providers and others were paid: of repairs and maintenance, and all of metrology. */
function providerSum(found: Found, money: (amount: string) => string): string | undefined {
  const sum = sumOf([found.repairs?.values.provider, found.maintenance?.values.provider, found.metrology?.values.cost])
  return sum && money(sum)
}

/** The costs of each year, a colour for each kind. */
function chartOf(
  found: Found,
  years: readonly ServiceYear<Kind>[],
  say: (words: { zh: string; en: string }) => string,
  word: (name: 'service.all' | 'service.year') => string,
): ChartData {
  const ordered = [...years].reverse()
  return {
    kind: 'stacked',
    figure: word('service.all'),
    unit: 'money',
    by: word('service.year'),
    isAdditive: true,
    isOrdered: true,
    categories: ordered.map(({ key }) => ({ key, label: key })),
    series: costly
      .filter((kind) => found[kind] && 'cost' in found[kind].values)
      .map((kind, place) => ({
        key: kind,
        label: say(kinds[kind].of.figures.cost),
        place,
        values: ordered.map(({ groups }) => Number(groups[kind]?.values.cost ?? 0)),
      })),
  }
}
