import { PrinterOutlined } from '@ant-design/icons'
import { Button, Empty, Segmented, Select, Table } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { benefitExport, benefitList, benefitSums } from '#contract/calls/insight/benefit.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { type Row, useCall } from '#src/data/hooks.ts'
import { useRight, useSession } from '#src/data/session.ts'
import { useView } from '#src/data/view.ts'
import { figureText } from '#src/kit/chart/figure-text.ts'
import { FileButton } from '#src/kit/download-button.tsx'
import { pageSizes } from '#src/kit/list/list-state.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { Shown } from '#src/kit/shown.tsx'
import { useWords } from '#src/words/words.ts'
import { Amount, BenefitRule, columnNames, columnWords, type Judged } from './benefit-cells.tsx'
import { rowsAddress } from './benefit-links.ts'
import { type BenefitState, benefitAddress, benefitPath, benefitPrintPath, readBenefit } from './benefit-state.ts'
import { ChoiceFilter, LinkFilters, withFilter } from './device-filters.tsx'
import '../measure.css'

type Found = AnswerOf<typeof benefitList>['records'][number]
type Sums = AnswerOf<typeof benefitSums>
type Sum = Sums['rows'][number]

const links = ['useDept', 'classify'] as const

/** What devices earned and cost in a year: one by one, or added up by department or class. */
export function BenefitPage(): ReactNode {
  const { view, error, retry } = useView(device)
  return view ? <Benefit view={view} /> : <Outcome isLoading={!error} error={error} onRetry={() => void retry()} />
}

function Benefit({ view }: { readonly view: View }): ReactNode {
  const { say, word } = useWords()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const [today] = useState(() => homeDay(new Date()))
  const state = readBenefit(search, view, today)
  const mayExport = useRight(benefitExport.may)
  const { filters, by, year } = state
  const sums = useCall(benefitSums, { year, group: by === 'device' ? 'useDept' : by, ...filters })
  const change = (part: Partial<BenefitState>): void => void navigate(benefitAddress({ ...state, current: 1, ...part }))
  const set = (wire: string, value: unknown): void => change({ filters: withFilter(filters, wire, value) })
  const thisYear = Number(today.slice(0, 4))
  const years = [...new Set([year, ...Array.from({ length: 6 }, (_, back) => thisYear - back)])].sort((one, next) => next - one)
  return (
    <article className="eam-measure">
      <div className="eam-measure-tools">
        <Segmented<BenefitState['by']>
          aria-label={word('measure.group')}
          value={by}
          options={[
            { value: 'device', label: word('benefit.byDevice') },
            ...links.filter((name) => name in view.fields).map((name) => ({ value: name, label: say(view.fields[name]!) })),
          ]}
          onChange={(one) => change({ by: one })}
        />
        <div className="eam-measure-choice">
          <span aria-hidden>{word('benefit.year')}</span>
          <Select
            aria-label={word('benefit.year')}
            value={year}
            options={years.map((value) => ({ value, label: String(value) }))}
            onChange={(one) => change({ year: one })}
          />
        </div>
        <LinkFilters links={links} view={view} filters={filters} onSet={set} />
        {by === 'device' && (
          <ChoiceFilter
            label={word('benefit.entered')}
            value={state.entered}
            options={[
              { value: '1', label: word('common.yes') },
              { value: '0', label: word('common.no') },
            ]}
            onChange={(value) => change({ entered: value as BenefitState['entered'] })}
          />
        )}
        <span className="eam-measure-end">
          <Button onClick={() => void navigate(`/eam/device-income?month_ge=${year}-01-01&month_le=${year}-12-31`)}>
            {word('benefit.incomes')}
          </Button>
          {mayExport && (
            <FileButton
              path={String(benefitExport.path)}
              query={{ ...filters, year, entered: state.entered }}
              name={`${say(benefitList)} ${year}`}
              label="list.export"
            />
          )}
          <Button icon={<PrinterOutlined />} onClick={() => void navigate(benefitAddress(state, benefitPrintPath))}>
            {word('print.print')}
          </Button>
        </span>
      </div>
      {sums.data && <Totals sums={sums.data} />}
      {by === 'device' ? (
        <Devices view={view} state={state} ruleSet={sums.data?.ruleSet ?? null} onPage={(current, size) => change({ current, size })} />
      ) : (
        <Groups
          sums={sums}
          by={by}
          onOpen={(id) => change({ by: 'device', filters: { ...filters, [wireName(by, device.fields[by])]: id } })}
        />
      )}
    </article>
  )
}

/** The figures of everything that is found, and the rule that they follow. */
function Totals({ sums: { total, energyPrice } }: { readonly sums: Sums }): ReactNode {
  const { word, language } = useWords()
  return (
    <section className="eam-panel" aria-label={word('benefit.totals')}>
      <div className="eam-figures eam-figures-of-money">
        {(['income', 'net', 'rate', 'devices', 'without'] as const).map((name) => (
          <div key={name} className="eam-figure-card">
            <span>{word(`benefit.${name}`)}</span>
            <strong>
              {name === 'income' && total.income === null
                ? word('benefit.noIncome')
                : figureText(
                    total[name],
                    name === 'rate' ? 'percent' : name === 'devices' || name === 'without' ? 'devices' : 'money',
                    language,
                  )}
            </strong>
          </div>
        ))}
      </div>
      <BenefitRule price={energyPrice} />
    </section>
  )
}

/** The columns of amounts, each with its link. */
function useAmountColumns<R extends Judged>(to: (name: (typeof columnNames)[number], row: R) => string | undefined) {
  const { word, language } = useWords()
  return [
    ...columnNames.map((name) => ({
      key: name,
      title: word(columnWords(name)),
      align: 'right' as const,
      render: (_: unknown, row: R) => <Amount name={name} of={row} to={to(name, row)} />,
    })),
    ...(['net', 'rate'] as const).map((name) => ({
      key: name,
      title: word(columnWords(name)),
      align: 'right' as const,
      render: (_: unknown, row: R) => figureText(row[name], name === 'net' ? 'money' : 'percent', language),
    })),
  ]
}

interface DevicesProps {
  readonly view: View
  readonly state: BenefitState
  readonly ruleSet: string | null
  readonly onPage: (current: number, size: number) => void
}

function Devices({ view, state, ruleSet, onPage }: DevicesProps): ReactNode {
  const { say, word } = useWords()
  const rights = useSession((session) => session.person?.rights)
  const { year, filters, entered, current, size } = state
  const page = useCall(benefitList, { year, ...filters, entered, current, size })
  const known = new Set(rights ?? [])
  const amounts = useAmountColumns<Found>((name, row) =>
    rowsAddress(name, { deviceId: row.id, from: `${year}-01-01`, to: `${year}-12-31`, ruleSet }, known),
  )
  if (!page.data) return <Outcome isLoading={page.isPending} error={page.error} onRetry={() => void page.refetch()} />
  return (
    <Table<Found>
      size="small"
      rowKey="id"
      dataSource={[...page.data.records]}
      scroll={{ x: 'max-content' }}
      locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={word('benefit.none')} /> }}
      columns={[
        ...(['deviceName', 'deviceCode', 'useDept', 'originalValue'] as const)
          .filter((name) => name in view.fields)
          .map((name) => ({
            key: name,
            title: say(view.fields[name]!),
            align: name === 'originalValue' ? ('right' as const) : undefined,
            render: (_: unknown, row: Found) => {
              const value = <Shown name={name} field={view.fields[name]!} row={row as unknown as Row} />
              return name === 'deviceName' ? <Link to={`${benefitPath}/${row.id}`}>{value}</Link> : value
            },
          })),
        ...amounts,
      ]}
      pagination={{
        current,
        pageSize: size,
        total: page.data.total,
        pageSizeOptions: [...pageSizes],
        showSizeChanger: true,
        showTotal: (count) => word('list.total', { count }),
        onChange: (at, most) => onPage(most === size ? at : 1, most),
      }}
    />
  )
}

interface GroupsProps {
  readonly sums: { readonly data: Sums | undefined; readonly isPending: boolean; readonly error: unknown; readonly refetch: () => unknown }
  readonly by: 'useDept' | 'classify'
  readonly onOpen: (id: string) => void
}

/** Departments or classes with what their devices with an income earned and cost. */
function Groups({ sums, by, onOpen }: GroupsProps): ReactNode {
  const { say, word } = useWords()
  const amounts = useAmountColumns<Sum>(() => undefined)
  if (!sums.data) return <Outcome isLoading={sums.isPending} error={sums.error as Error | null} onRetry={() => void sums.refetch()} />
  return (
    <Table<Sum>
      size="small"
      rowKey={(row) => row.id ?? ''}
      dataSource={[...sums.data.rows]}
      pagination={false}
      scroll={{ x: 'max-content' }}
      locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={word('benefit.none')} /> }}
      columns={[
        {
          key: 'name',
          title: say(device.fields[by]),
          render: (_, row) =>
            row.id === null ? (
              word('benefit.noGroup')
            ) : (
              <Button type="link" size="small" onClick={() => onOpen(row.id!)}>
                {row.name ?? '—'}
              </Button>
            ),
        },
        { key: 'devices', title: word('benefit.devices'), align: 'right', render: (_, row) => row.devices },
        { key: 'without', title: word('benefit.without'), align: 'right', render: (_, row) => row.without },
        ...amounts,
      ]}
    />
  )
}
