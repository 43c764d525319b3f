import { Descriptions, Table } from 'antd'
import { type ReactNode, useMemo } from 'react'
import { Link, useParams } from 'react-router-dom'
import { deviceBenefit } from '#contract/calls/insight/benefit.ts'
import { type BenefitMonth, energyTogether, netOf, paybackOf, rateOf, togetherAt } from '#contract/entities/insight/benefit-amounts.ts'
import { deviceIncome } from '#contract/entities/insight/device-income.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { useCall } from '#src/data/hooks.ts'
import { useSession } from '#src/data/session.ts'
import { Chart } from '#src/kit/chart/chart.tsx'
import type { ChartData } from '#src/kit/chart/chart-data.ts'
import { figureText } from '#src/kit/chart/figure-text.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { RelatedList } from '#src/kit/record/related-list.tsx'
import { useTabTitle } from '#src/kit/tab-title.ts'
import { numberText } from '#src/kit/value-text.ts'
import { useWords, type WordKey } from '#src/words/words.ts'
import { Amount, BenefitRule, columnNames, columnWords, type Judged } from './benefit-cells.tsx'
import { rowsAddress } from './benefit-links.ts'

type Life = AnswerOf<typeof deviceBenefit>
type Year = Judged & { readonly year: string }

/** The years of a device, the newest first. */
function yearsOf({ months, energyPrice }: Life): Year[] {
  const years = [...new Set(months.map(({ month }) => month.slice(0, 4)))].sort().reverse()
  return years.map((year) => ({
    year,
    ...sumOf(
      months.filter(({ month }) => month.startsWith(year)),
      energyPrice,
    ),
  }))
}

/** What months come to, judged together. */
function sumOf(months: Life['months'], price: number | null): Judged {
  const amounts = togetherAt(months, price)
  const net = netOf(amounts)
  const added = (name: 'uses' | 'kwh'): number => Math.round(months.reduce((sum, one) => sum + one[name], 0) * 1000) / 1000
  return { ...amounts, uses: added('uses'), kwh: added('kwh'), net, rate: rateOf(net, amounts.income) }
}

/** What one device earned and cost by year, when it paid for itself, and the income of its months. */
export function BenefitRecordPage(): ReactNode {
  const { id = '' } = useParams()
  const { word } = useWords()
  const { data, error, refetch } = useCall(deviceBenefit, { deviceId: id })
  useTabTitle(data && `${data.deviceName} · ${word('benefit.title')}`)
  if (!data) return <Outcome isLoading={!error} error={error} onRetry={() => void refetch()} />
  return <DeviceLife id={id} life={data} />
}

function DeviceLife({ id, life }: { readonly id: string; readonly life: Life }): ReactNode {
  const { word, language } = useWords()
  const rights = useSession((session) => session.person?.rights)
  const years = useMemo(() => yearsOf(life), [life])
  const total = useMemo(() => sumOf(life.months, life.energyPrice), [life])
  const payback = paybackOf(life.months as readonly BenefitMonth[], life.originalValue)
  const chart = useMemo(() => chartOf(life, word), [life, word])
  const known = new Set(rights ?? [])
  const paid =
    payback === undefined
      ? word(life.originalValue === null ? 'benefit.noValue' : 'benefit.noIncome')
      : payback.month === null
        ? word('benefit.notYet', { left: figureText(payback.left, 'money', language) })
        : word('benefit.paidIn', { month: payback.month, months: payback.months! })
  const items = [
    ['benefit.originalValue', life.originalValue === null ? '—' : figureText(life.originalValue, 'money', language)],
    ['benefit.income', total.income === null ? word('benefit.noIncome') : figureText(total.income, 'money', language)],
    ['benefit.net', figureText(total.net, 'money', language)],
    ['benefit.rate', figureText(total.rate, 'percent', language)],
    ['benefit.earned', payback ? figureText(payback.earned, 'money', language) : '—'],
    ['benefit.payback', paid],
    ['benefit.energyBasis', <EnergyBasis key="basis" life={life} />],
  ] as const
  return (
    <article className="eam-record">
      <section className="eam-panel" aria-label={word('benefit.title')}>
        <h2>
          <Link to={`/eam/device/${id}`}>{life.deviceName}</Link> {life.deviceCode}
        </h2>
        <Descriptions
          size="small"
          column={{ xs: 1, md: 3 }}
          items={items.map(([key, children]) => ({ key, label: word(key), children }))}
        />
        <BenefitRule price={life.energyPrice} />
      </section>
      <section className="eam-panel" aria-label={word('benefit.years')}>
        <h2>{word('benefit.years')}</h2>
        <Table<Year>
          size="small"
          rowKey="year"
          pagination={false}
          dataSource={years}
          scroll={{ x: 'max-content' }}
          columns={[
            { key: 'year', title: word('benefit.year'), render: (_, { year }) => year },
            ...columnNames.map((name) => ({
              key: name,
              title: word(columnWords(name)),
              align: 'right' as const,
              render: (_: unknown, row: Year) => (
                <Amount
                  name={name}
                  of={row}
                  to={rowsAddress(name, { deviceId: id, from: `${row.year}-01-01`, to: `${row.year}-12-31`, ruleSet: life.ruleSet }, known)}
                />
              ),
            })),
            ...(['net', 'rate'] as const).map((name) => ({
              key: name,
              title: word(columnWords(name)),
              align: 'right' as const,
              render: (_: unknown, row: Year) => figureText(row[name], name === 'net' ? 'money' : 'percent', language),
            })),
          ]}
        />
        {life.months.length > 0 && <Chart title={word('benefit.months')} data={chart} height={240} />}
      </section>
      <RelatedList
        of={deviceIncome}
        title={{ zh: deviceIncome.zh, en: deviceIncome.en }}
        columns={['month', 'income', 'useCount', 'consumables', 'staffCost']}
        fixed={{ deviceId: id }}
        initial={{ deviceId: id, deviceName: life.deviceName }}
      />
    </article>
  )
}

/** By what the energy of a device counts: the tariff, the price of the hospital, or nothing; and the months that are only partly in a tariff. */
function EnergyBasis({ life: { months, energyPrice } }: { readonly life: Life }): ReactNode {
  const { word, language } = useWords()
  const { tariffCost, bareKwh, energyDays, bareDays } = energyTogether(months)
  if (energyDays === 0) return '—'
  const kwh = numberText(bareKwh, language)
  const partly = months
    .filter((one) => one.bareDays > 0 && one.bareDays < one.energyDays)
    .map(({ month, bareDays: count }) => word('benefit.partDays', { month, count }))
  return (
    <ul style={{ margin: 0, paddingInlineStart: 16 }}>
      {tariffCost === null ? null : (
        <li>{word('benefit.byTariff', { count: energyDays - bareDays, cost: figureText(tariffCost, 'money', language) })}</li>
      )}
      {bareDays === 0 ? null : (
        <li>
          {energyPrice === null
            ? word('benefit.byNone', { count: bareDays, kwh })
            : word('benefit.byPrice', { count: bareDays, kwh, price: energyPrice })}
        </li>
      )}
      {partly.length > 0 ? <li>{word('benefit.partly', { months: partly.join(language === 'zh' ? '、' : ', ') })}</li> : null}
    </ul>
  )
}

/** Income and net of the months. */
function chartOf({ months }: Life, word: (key: WordKey) => string): ChartData {
  const number = (amount: string | null): number | null => (amount === null ? null : Number(amount))
  return {
    kind: 'line',
    figure: word('benefit.income'),
    unit: 'money',
    by: word('benefit.month'),
    categories: months.map(({ month }) => ({ key: month, label: month })),
    series: [
      { key: 'income', label: word('benefit.income'), values: months.map(({ income }) => number(income)) },
      { key: 'net', label: word('benefit.net'), values: months.map((one) => number(netOf(one))) },
    ],
  }
}
