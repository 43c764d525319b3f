import { Select, Space } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { metrologyLedger, metrologyLedgerFile, metrologyPlan, metrologyPlanFile } from '#contract/calls/service/metrology-plan.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { metrologyCard } from '#contract/entities/service/metrology-card.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import type { View } from '#contract/kit/entity/view.ts'
import type { Field } from '#contract/kit/fields/field.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { useCall } from '#src/data/hooks.ts'
import { useRight, useSession } from '#src/data/session.ts'
import { useView } from '#src/data/view.ts'
import { FileButton } from '#src/kit/download-button.tsx'
import { asFilter } from '#src/kit/list/search/filters.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { PrintForm, PrintTable } from '#src/kit/record/print-form.tsx'
import { dayText, textOf } from '#src/kit/value-text.ts'
import { FieldInput } from '#src/kit/widgets/desk/field-input.tsx'
import { useWords } from '#src/words/words.ts'
import './repair-desk.css'

type Instrument = AnswerOf<typeof metrologyLedger>['rows'][number]
type Planned = AnswerOf<typeof metrologyPlan>['rows'][number]

const words = {
  year: { zh: '年份', en: 'Year' },
  month: { zh: '月份', en: 'Month' },
  day: { zh: '计划日期', en: 'Planned for' },
  note: { zh: '说明', en: 'Note' },
  overdue: { zh: '逾期', en: 'Overdue' },
  expected: { zh: '按周期预计', en: 'Expected by cycle' },
  count: { zh: '台次', en: 'Times' },
  instruments: { zh: '台数', en: 'Instruments' },
  mandatory: { zh: '其中强检', en: 'Mandatory among them' },
  total: { zh: '合计', en: 'Total' },
  back: { zh: '返回计量台账', en: 'Back to metrology cards' },
  none: { zh: '没有符合条件的计量器具', en: 'No instruments match' },
  planHint: {
    zh: '按计量台账现在的应检日期和周期推算；已报废、封存或丢失的设备不列入，本年已完成的不再列出。',
    en: 'From the due dates and cycles of the metrology cards as they are now. Devices that are gone or sealed are left out, and so is what was done already.',
  },
} as const

const filters = {
  deptId: metrologyPlan.input.dept,
  measureType: metrologyPlan.input.measureType,
  measureKind: metrologyPlan.input.measureKind,
} as const
const cutWords = (shown: number, total: number) => ({
  zh: `仅列出前 ${shown} 行，共 ${total} 行；请按科室筛选，或导出全部`,
  en: `Only the first ${shown} of ${total} are listed. Filter by department, or export all`,
})

/** The choices of such a paper in its address. */
function useAsked() {
  const [params, setParams] = useSearchParams()
  const asked = Object.fromEntries(Object.keys(filters).flatMap((name) => (params.get(name) ? [[name, params.get(name)!]] : [])))
  const change = (name: string, value: unknown): void =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (value === undefined || value === null || value === '') next.delete(name)
        else next.set(name, String(value))
        return next
      },
      { replace: true },
    )
  return { params, asked, change }
}

function Filters({
  asked,
  onChange,
}: {
  readonly asked: Readonly<Record<string, string>>
  readonly onChange: (name: string, value: unknown) => void
}): ReactNode {
  const { say } = useWords()
  const id = useId()
  return Object.entries(filters).map(([name, field]) => (
    <Space key={name} className="eam-paper-filter">
      <label htmlFor={`${id}-${name}`}>{say(field)}</label>
      <FieldInput id={`${id}-${name}`} field={asFilter(field)} value={asked[name] ?? null} onChange={(next) => onChange(name, next)} />
    </Space>
  ))
}

function Signatures(): ReactNode {
  const { word } = useWords()
  return (
    <footer>
      <dl>
        {(['measure.maker', 'measure.checker', 'measure.signedOn'] as const).map((key) => (
          <div key={key}>
            <dt>{word(key)}</dt>
            <dd>&nbsp;</dd>
          </div>
        ))}
      </dl>
    </footer>
  )
}

interface Views {
  readonly of: View
  readonly card: View
}

/** The columns of an instrument, by the labels of the hospital; a hidden field has none. */
function useColumns({ of, card }: Views) {
  const { say, language } = useWords()
  const column = (name: string, field: Field | undefined, text: (row: Instrument) => string) =>
    field ? [{ name, label: say(field), isFigure: false, text }] : []
  const plain = (name: keyof Instrument) => (row: Instrument) => row[name] ?? ''
  const valued = (name: keyof Instrument) => (row: Instrument) =>
    card.fields[name] && row[name] ? textOf(name, card.fields[name], row, language) : ''
  return [
    ...column('deviceName', of.fields.deviceName, plain('deviceName')),
    ...(['deviceCode', 'deviceModel', 'sn'] as const).flatMap((name) => column(name, of.fields[name], plain(name))),
    ...column('deptName', of.fields.useDept, plain('deptName')),
    ...(['measureKind', 'measureType'] as const).flatMap((name) => column(name, card.fields[name], valued(name))),
    ...column('cycle', card.fields.measureCycle, plain('cycle')),
    ...column('body', card.fields.body, plain('body')),
    ...(['measuredOn', 'certificateNo', 'lastResult', 'dueDate'] as const).flatMap((name) => column(name, card.fields[name], valued(name))),
  ]
}

function usePrinted(): string {
  const { word, language } = useWords()
  const who = useSession((state) => state.person?.realName ?? '')
  return word('measure.printed', { day: dayText(homeDay(new Date()), language), who })
}

function useViews() {
  const [of, card] = [useView(device), useView(metrologyCard)]
  return {
    views: of.view && card.view ? { of: of.view, card: card.view } : undefined,
    error: of.error ?? card.error,
    retry: (): void => {
      void of.retry()
      void card.retry()
    },
  }
}

/** Which instruments fall due in which month of a year, to print and to export. */
export function MetrologyPlanPage(): ReactNode {
  const { views, error, retry } = useViews()
  return views ? <Plan views={views} /> : <Outcome isLoading={!error} error={error} onRetry={retry} />
}

function Plan({ views }: { readonly views: Views }): ReactNode {
  const { say, language } = useWords()
  const printed = usePrinted()
  const [today] = useState(() => homeDay(new Date()))
  const { params, asked, change } = useAsked()
  const mayExport = useRight(metrologyPlanFile.may)
  const thisYear = Number(today.slice(0, 4))
  const wanted = Math.trunc(Number(params.get('year')))
  const year = wanted >= 2000 && wanted <= 2100 ? wanted : thisYear
  const found = useCall(metrologyPlan, { year: String(year), ...asked })
  const plan = found.data
  const columns = useColumns(views)
  const dayColumn = { name: 'day', label: say(words.day), isFigure: false, text: (row: Planned) => dayText(row.day, language) }
  const noteColumn = {
    name: 'note',
    label: say(words.note),
    isFigure: false,
    text: (row: Planned) => (row.isOverdue ? say(words.overdue) : row.isExpected ? say(words.expected) : ''),
  }
  return (
    <PrintForm
      title={`${year} · ${say(metrologyPlan)}`}
      note={printed}
      isLandscape
      back={{ to: '/eam/measure-card', label: say(words.back) }}
      tools={
        <Space wrap>
          <Select
            aria-label={say(words.year)}
            value={year}
            options={[...new Set([year, thisYear, thisYear + 1, thisYear + 2])].sort().map((value) => ({ value, label: String(value) }))}
            onChange={(next) => change('year', next === thisYear ? '' : next)}
          />
          <Filters asked={asked} onChange={change} />
          {mayExport && (
            <FileButton
              path={metrologyPlanFile.path as string}
              query={{ year, ...asked }}
              name={`${year} ${say(metrologyPlan)}`}
              label="list.export"
            />
          )}
        </Space>
      }
    >
      {!plan ? (
        <Outcome isLoading={found.isPending} error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <>
          <p>{say(words.planHint)}</p>
          <PrintTable
            lines={plan.months.map((month) => ({ ...month, id: month.month }))}
            columns={[
              { name: 'month', label: say(words.month), isFigure: false, text: ({ month }) => month },
              { name: 'count', label: say(words.count), isFigure: true, text: ({ count }) => String(count) },
              { name: 'mandatory', label: say(words.mandatory), isFigure: true, text: ({ mandatory }) => String(mandatory) },
            ]}
            foot={
              <>
                <th scope="row" colSpan={2}>
                  {say(words.total)}
                </th>
                <td className="eam-figure">{plan.count}</td>
                <td className="eam-figure">{plan.mandatory}</td>
              </>
            }
          />
          {plan.count === 0 && <p>{say(words.none)}</p>}
          {plan.months.map(({ month, count, mandatory }) => {
            const lines = plan.rows.filter(({ day }) => day.startsWith(month))
            return lines.length === 0 ? null : (
              <section key={month} aria-label={month}>
                <h2>{month}</h2>
                <PrintTable
                  lines={lines.map((row) => ({ ...row, id: `${row.id} ${row.day}` }))}
                  columns={[dayColumn, ...columns, noteColumn]}
                  foot={<Subtotal count={count} mandatory={mandatory} columns={columns.length + 3} />}
                />
              </section>
            )
          })}
          {plan.rows.length < plan.count && <p>{say(cutWords(plan.rows.length, plan.count))}</p>}
        </>
      )}
      <Signatures />
    </PrintForm>
  )
}

function Subtotal({
  count,
  mandatory,
  columns,
}: {
  readonly count: number
  readonly mandatory: number
  readonly columns: number
}): ReactNode {
  const { say, word } = useWords()
  return (
    <th scope="row" colSpan={columns}>
      {say(words.total)}
      {word('mark.colon')}
      {count} · {say(words.mandatory)} {mandatory}
    </th>
  )
}

/** The measuring instruments department by department, to print and to export. */
export function MetrologyLedgerPage(): ReactNode {
  const { views, error, retry } = useViews()
  return views ? <Ledger views={views} /> : <Outcome isLoading={!error} error={error} onRetry={retry} />
}

function Ledger({ views }: { readonly views: Views }): ReactNode {
  const { say } = useWords()
  const printed = usePrinted()
  const { asked, change } = useAsked()
  const mayExport = useRight(metrologyLedgerFile.may)
  const found = useCall(metrologyLedger, asked)
  const ledger = found.data
  const columns = useColumns(views)
  return (
    <PrintForm
      title={say(metrologyLedger)}
      note={printed}
      isLandscape
      back={{ to: '/eam/measure-card', label: say(words.back) }}
      tools={
        <Space wrap>
          <Filters asked={asked} onChange={change} />
          {mayExport && (
            <FileButton path={metrologyLedgerFile.path as string} query={asked} name={say(metrologyLedger)} label="list.export" />
          )}
        </Space>
      }
    >
      {!ledger ? (
        <Outcome isLoading={found.isPending} error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <>
          <p>
            {say(words.instruments)} {ledger.count} · {say(words.mandatory)} {ledger.mandatory}
          </p>
          {ledger.count === 0 && <p>{say(words.none)}</p>}
          {ledger.depts.map(({ deptName, count, mandatory }) => {
            const lines = ledger.rows.filter((row) => row.deptName === deptName)
            return lines.length === 0 ? null : (
              <section key={deptName} aria-label={deptName ?? '–'}>
                <h2>{deptName ?? '–'}</h2>
                <PrintTable
                  lines={lines}
                  columns={columns.filter(({ name }) => name !== 'deptName')}
                  foot={<Subtotal count={count} mandatory={mandatory} columns={columns.length} />}
                />
              </section>
            )
          })}
          {ledger.rows.length < ledger.count && <p>{say(cutWords(ledger.rows.length, ledger.count))}</p>}
        </>
      )}
      <Signatures />
    </PrintForm>
  )
}
