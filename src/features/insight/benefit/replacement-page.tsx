import { Button, Drawer, Empty, Space, Table } from 'antd'
import { Fragment, type ReactNode, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { planReplacement, replacementExport, replacementList, replacementTerms } from '#contract/calls/insight/replacement.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { replacementRule } from '#contract/entities/insight/replacement-rule.ts'
import {
  explainScore,
  type ReplacementFactor,
  type ReplacementTerms,
  replacementFactors,
  replacementLevels,
  weightSum,
} from '#contract/entities/insight/replacement-terms.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { headingOf } from '#contract/kit/entity/entity.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { View } from '#contract/kit/entity/view.ts'
import type { Wanted } from '#contract/kit/figures/measure.ts'
import { homeDay, yearsBefore } from '#contract/kit/time/day.ts'
import { maintenance } from '#contract/measures/maintenance.ts'
import { metrology } from '#contract/measures/metrology.ts'
import { repairs } from '#contract/measures/repairs.ts'
import { type Row, useCall } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { useView } from '#src/data/view.ts'
import { figureText } from '#src/kit/chart/figure-text.ts'
import { listAddress } from '#src/kit/chart/measure-chart.ts'
import { FileButton } from '#src/kit/download-button.tsx'
import { CallButton } from '#src/kit/form/call-button.tsx'
import { FormDrawer } from '#src/kit/form/form-drawer.tsx'
import { pageSizes } from '#src/kit/list/list-state.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { Shown } from '#src/kit/shown.tsx'
import { ToneTag } from '#src/kit/tone-tag.tsx'
import { useWords } from '#src/words/words.ts'
import { ChoiceFilter, LinkFilters, withFilter } from './device-filters.tsx'
import '../measure.css'

const replacementPath = '/eam/replacement'
type Found = AnswerOf<typeof replacementList>['records'][number]
type Terms = AnswerOf<typeof replacementTerms>

const columns = ['deviceName', 'deviceCode', 'deviceModel', 'useDept', 'enableDate', 'originalValue'] as const
const links = ['useDept', 'classify', 'assetsCategory'] as const
const own = ['level', 'planned', 'keyword'] as const

/** Devices by how much speaks for replacing them: filtered, explained, exported, and planned. */
export function ReplacementPage(): ReactNode {
  const { view, error, retry } = useView(device)
  return view ? <Scored view={view} /> : <Outcome isLoading={!error} error={error} onRetry={() => void retry()} />
}

function Scored({ view }: { readonly view: View }): ReactNode {
  const { say, word, language } = useWords()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [isRuleOpen, setRuleOpen] = useState(false)
  const mayExport = useRight(replacementExport.may)
  const mayPlan = useRight(planReplacement.may)
  const { data: terms } = useCall(replacementTerms, {})
  const wires = [...links.filter((name) => name in view.fields).map((name) => wireName(name, device.fields[name])), ...own]
  const filters = Object.fromEntries(wires.flatMap((wire) => (search.get(wire) ? [[wire, search.get(wire)!]] : [])))
  const size = pageSizes.find((one) => String(one) === search.get('size')) ?? pageSizes[0]
  const current = Math.max(1, Math.trunc(Number(search.get('current'))) || 1)
  const page = useCall(replacementList, { ...filters, current, size })
  const go = (next: Record<string, string>, at = 1, most: number = size): void => {
    setChosen([])
    void navigate(`${replacementPath}?${new URLSearchParams({ ...next, current: String(at), size: String(most) })}`)
  }
  const set = (wire: string, value: unknown): void => go(withFilter(filters, wire, value))
  return (
    <article className="eam-measure">
      <div className="eam-measure-tools">
        <LinkFilters links={links} view={view} filters={filters} onSet={set} />
        <ChoiceFilter
          label={word('replace.advice')}
          value={filters.level}
          options={Object.entries(replacementLevels).map(([value, words]) => ({ value, label: say(words) }))}
          onChange={(value) => set('level', value)}
        />
        <ChoiceFilter
          label={word('replace.plan')}
          value={filters.planned}
          options={[
            { value: '1', label: word('replace.planned') },
            { value: '0', label: word('replace.notPlanned') },
          ]}
          onChange={(value) => set('planned', value)}
        />
        <span className="eam-measure-end">
          {mayPlan && chosen.length > 0 && (
            <CallButton
              of={planReplacement}
              given={{ ids: chosen }}
              onDone={(saved) => void navigate(`/eam/purchase-plan?open=${saved.id}`)}
            />
          )}
          <Button onClick={() => setRuleOpen(true)}>{word('replace.terms')}</Button>
          {mayExport && (
            <FileButton path={String(replacementExport.path)} query={filters} name={say(replacementList)} label="list.export" />
          )}
        </span>
      </div>
      {!page.data ? (
        <Outcome isLoading={page.isPending} error={page.error} onRetry={() => void page.refetch()} />
      ) : (
        <Table<Found>
          size="small"
          rowKey="id"
          dataSource={[...page.data.records]}
          scroll={{ x: 'max-content' }}
          locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={word('replace.none')} /> }}
          {...(mayPlan && {
            rowSelection: {
              selectedRowKeys: [...chosen],
              onChange: (keys: readonly unknown[]) => setChosen(keys.map(String)),
              getCheckboxProps: (row: Found) => ({ disabled: row.planId !== null }),
            },
          })}
          expandable={{ expandedRowRender: (row) => terms && <Explained row={row} terms={termsOf(terms)} /> }}
          columns={[
            {
              key: 'score',
              title: word('replace.score'),
              align: 'right',
              render: (_, row) => <strong className="eam-figure">{row.score.toFixed(1)}</strong>,
            },
            {
              key: 'level',
              title: word('replace.advice'),
              render: (_, row) => <ToneTag tone={replacementLevels[row.level].tone}>{say(replacementLevels[row.level])}</ToneTag>,
            },
            ...columns
              .filter((name) => name in view.fields)
              .map((name) => ({
                key: name,
                title: say(view.fields[name]!),
                align: name === 'originalValue' ? ('right' as const) : undefined,
                render: (_: unknown, row: Found) => {
                  const value = <Shown name={name} field={view.fields[name]!} row={row as unknown as Row} />
                  return name === 'deviceName' ? <Link to={`/eam/device/${row.id}`}>{value}</Link> : value
                },
              })),
            ...(['costShare', 'downMinutes'] as const).map((name) => ({
              key: name,
              title: word(name === 'costShare' ? 'replace.costShare' : 'replace.downtime'),
              align: 'right' as const,
              render: (_: unknown, row: Found) => figureText(row[name], name === 'costShare' ? 'percent' : 'minutes', language),
            })),
            {
              key: 'plan',
              title: word('replace.plan'),
              render: (_, row) => row.planId && <Link to={`/eam/purchase-plan?open=${row.planId}`}>{row.planTitle}</Link>,
            },
          ]}
          pagination={{
            current,
            pageSize: size,
            total: page.data.total,
            pageSizeOptions: [...pageSizes],
            showSizeChanger: true,
            showTotal: (count) => word('list.total', { count }),
            onChange: (at, most) => go(filters, most === size ? at : 1, most),
          }}
        />
      )}
      {terms && <RuleDrawer terms={terms} isOpen={isRuleOpen} onClose={() => setRuleOpen(false)} />}
    </article>
  )
}

/** The terms of an answer, without its row. */
const termsOf = (terms: Terms): ReplacementTerms => terms as unknown as ReplacementTerms

/** The factors of a score in words, with the rows behind its cost and downtime. */
function Explained({ row, terms }: { readonly row: Found; readonly terms: ReplacementTerms }): ReactNode {
  const { say, word } = useWords()
  const [today] = useState(() => homeDay(new Date()))
  const since = yearsBefore(today, 1)
  const behind = (of: typeof repairs | typeof maintenance | typeof metrology): ReactNode => {
    const filter: Wanted = { ...of.where, deviceId: row.id, [`${of.period}_ge`]: since, [`${of.period}_le`]: today }
    const to = listAddress(of, of.figures.cost, filter)
    return to && <Link to={to}>{say(headingOf(of.of))}</Link>
  }
  const rows: Partial<Record<ReplacementFactor, Readonly<Record<string, ReactNode>>>> = {
    cost: { repairs: behind(repairs), maintenance: behind(maintenance), metrology: behind(metrology) },
    downtime: { stops: <Link to={`/eam/device/${row.id}?tab=repairs`}>{word('replace.stops')}</Link> },
  }
  return (
    <ul className="eam-replace-why">
      {explainScore(row, terms).map((one) => (
        <li key={one.factor}>
          <Space wrap>
            {say(one)}
            {Object.entries(rows[one.factor] ?? {}).map(([name, link]) => (
              <Fragment key={name}>{link}</Fragment>
            ))}
          </Space>
        </li>
      ))}
    </ul>
  )
}

interface RuleProps {
  readonly terms: Terms
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** The terms with their weights and the sum of those; managers change them here. */
function RuleDrawer({ terms, isOpen, onClose }: RuleProps): ReactNode {
  const { say, word } = useWords()
  const { view } = useView(replacementRule)
  const mayEdit = useRight('replacementRule.submit')
  const [isEditing, setEditing] = useState(false)
  const known = termsOf(terms)
  const factors = Object.keys(replacementFactors) as ReplacementFactor[]
  const fullOf = (factor: ReplacementFactor): string =>
    factor === 'risk' ? word('replace.riskFull') : word(`replace.${factor}Full`, { full: known[`${factor}Full`] })
  return (
    <>
      <Drawer
        open={isOpen && !isEditing}
        onClose={onClose}
        size={560}
        title={word('replace.termsTitle')}
        extra={mayEdit && <Button onClick={() => setEditing(true)}>{word('replace.edit')}</Button>}
      >
        {terms.id === null && <p className="eam-hint">{word('replace.usual')}</p>}
        <p>{word('replace.formula')}</p>
        <Table<ReplacementFactor>
          size="small"
          rowKey={(factor) => factor}
          pagination={false}
          dataSource={factors}
          columns={[
            { key: 'factor', title: word('replace.factor'), render: (_, factor) => say(replacementFactors[factor]) },
            { key: 'weight', title: word('replace.weight'), align: 'right', render: (_, factor) => `${known[`${factor}Weight`]}%` },
            { key: 'full', title: word('replace.full'), render: (_, factor) => fullOf(factor) },
          ]}
          footer={() => word('replace.sum', { sum: weightSum(known) })}
        />
        <p>{word('replace.marks', { advise: known.adviseScore, watch: known.watchScore })}</p>
      </Drawer>
      {view && (
        <FormDrawer
          view={view}
          isOpen={isEditing}
          id={terms.id ?? undefined}
          initial={{ ruleName: word('replace.ruleName'), ...terms, id: undefined, version: undefined }}
          onClose={() => setEditing(false)}
        />
      )}
    </>
  )
}
