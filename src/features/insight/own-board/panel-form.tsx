import { Button, Checkbox, Drawer, Form, Input, Segmented, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { asks, leastSize, type Panel, type PanelKind, panelKinds } from '#contract/entities/insight/board-panel.ts'
import { ownBoard } from '#contract/entities/insight/own-board.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { View } from '#contract/kit/entity/view.ts'
import type { LinkField } from '#contract/kit/fields/field.ts'
import { groupWords, hasPeriods, type Measure, openFigures, openGroups } from '#contract/kit/figures/measure.ts'
import { periodsOf, type ReportPeriod } from '#contract/kit/figures/report-period.ts'
import { useSession } from '#src/data/session.ts'
import { useView } from '#src/data/view.ts'
import { kindsOf } from '#src/kit/chart/measure-chart.ts'
import { useThrowAway } from '#src/kit/form/use-throw-away.ts'
import { AdvancedSearch } from '#src/kit/list/search/advanced-search.tsx'
import { SearchTags } from '#src/kit/list/search/search-tags.tsx'
import { Outcome } from '#src/kit/outcome.tsx'
import { FileInput } from '#src/kit/widgets/desk/file-input.tsx'
import { useWords } from '#src/words/words.ts'
import { measureFilters, measuresFor } from '../measure-state.ts'
import { NeededFilter } from '../needed-filter.tsx'
import { ownBoardWords as words } from './own-board-words.ts'
import type { AskingPanel } from './own-panels.ts'

/** The size that a new panel begins with. */
export const usualSize: Readonly<Record<PanelKind, readonly [w: number, h: number]>> = {
  number: [6, 3],
  chart: [12, 6],
  text: [8, 3],
  image: [6, 6],
  clock: [6, 3],
}

interface Props {
  /** The panel to change, or a new one on its place. */
  readonly panel: Panel
  readonly isNew: boolean
  readonly screens: number
  /** Takes the panel; its place on another screen is looked for. */
  readonly onDone: (panel: Panel) => void
  readonly onClose: () => void
}

/** Another kind of panel on the same place. */
function ofKind(kind: PanelKind, { id, title, screen, x, y }: Panel, offered: readonly Measure[]): Panel {
  const [w, h] = usualSize[kind]
  const spot = { id, title: title ?? null, screen, x, y, w, h }
  if (kind === 'text') return { ...spot, kind, text: '' }
  if (kind === 'image') return { ...spot, kind, image: '' }
  if (kind === 'clock') return { ...spot, kind }
  return ofMeasure({ ...spot, kind } as AskingPanel, offered[0]!)
}

/** A panel that asks a measure what is usual. */
function ofMeasure(panel: AskingPanel, of: Measure): AskingPanel {
  const [group] = Object.keys(of.groups) as [string]
  const [figure] = Object.keys(of.figures) as [string]
  const asked = { measure: of.name, figure, group, split: null, period: hasPeriods(of) ? ('year' as const) : null, filters: {} }
  return panel.kind === 'chart'
    ? { ...panel, ...asked, chart: kindsOf(of, of.figures[figure]!, group, undefined)[0]! }
    : { ...panel, ...asked }
}

/** A new panel: the first figure that the person may see, or a text for who sees none. */
export function newPanel(spot: Pick<Panel, 'id' | 'screen' | 'x' | 'y' | 'w' | 'h'>, rights: readonly string[]): Panel {
  const offered = measuresFor(new Set(rights))
  return ofKind(offered.length > 0 ? 'number' : 'text', { ...spot, kind: 'clock' }, offered)
}

/** What a panel shows, chosen from the catalogue of measures, or a text, a picture or a clock. */
export function PanelForm({ panel: first, isNew, screens, onDone, onClose }: Props): ReactNode {
  const { say } = useWords()
  const rights = useSession((state) => state.person?.rights) ?? []
  const offered = measuresFor(new Set(rights))
  const [panel, setPanel] = useState(first)
  const [isAsked, setAsked] = useState(false)
  const { leave, forget } = useThrowAway(panel !== first)
  const kinds = (Object.keys(panelKinds) as PanelKind[]).filter((kind) => offered.length > 0 || !['number', 'chart'].includes(kind))
  const lacks = (panel.kind === 'text' && panel.text.trim() === '') || (panel.kind === 'image' && panel.image === '')
  const done = (): void => {
    setAsked(true)
    if (lacks) return
    forget()
    onDone(panel)
  }
  const title = say(isNew ? words.add : words.edit)
  return (
    <Drawer
      open
      onClose={() => leave(onClose)}
      size={520}
      destroyOnHidden
      title={title}
      footer={
        <div className="eam-actions">
          <Button type="primary" onClick={done}>
            {say(words.apply)}
          </Button>
          <Button onClick={() => leave(onClose)}>{say(words.cancel)}</Button>
        </div>
      }
    >
      <Form layout="vertical">
        <Form.Item label={say(words.kind)}>
          <Segmented<PanelKind>
            aria-label={say(words.kind)}
            value={panel.kind}
            options={kinds.map((kind) => ({ value: kind, label: say(panelKinds[kind]) }))}
            onChange={(kind) => setPanel(ofKind(kind, panel, offered))}
          />
        </Form.Item>
        {asks(panel) && <AskedForm panel={panel} offered={offered} onChange={setPanel} />}
        {panel.kind === 'text' && (
          <Form.Item
            label={say(words.text)}
            htmlFor="panel-text"
            required
            validateStatus={isAsked && lacks ? 'error' : ''}
            help={isAsked && lacks ? say(words.textNeeded) : undefined}
          >
            <Input.TextArea
              id="panel-text"
              rows={4}
              maxLength={500}
              value={panel.text}
              onChange={({ target }) => setPanel({ ...panel, text: target.value })}
            />
          </Form.Item>
        )}
        {panel.kind === 'image' && (
          <Form.Item
            label={say(words.image)}
            required
            validateStatus={isAsked && lacks ? 'error' : ''}
            help={isAsked && lacks ? say(words.imageNeeded) : undefined}
          >
            <FileInput
              value={panel.image ? [panel.image] : []}
              most={1}
              types={ownBoard.fields.images.types}
              onChange={([image = '']) => setPanel({ ...panel, image })}
            />
          </Form.Item>
        )}
        <Form.Item label={say(words.title)} htmlFor="panel-title">
          <Input
            id="panel-title"
            maxLength={60}
            value={panel.title ?? ''}
            placeholder={asks(panel) ? say(words.titleHint) : undefined}
            onChange={({ target }) => setPanel({ ...panel, title: target.value || null })}
          />
        </Form.Item>
        {screens > 1 && (
          <Form.Item label={say(words.onScreen)} htmlFor="panel-screen">
            <Select
              id="panel-screen"
              value={panel.screen}
              options={Array.from({ length: screens }, (_, at) => ({ value: at, label: say(words.screen).replace('{n}', String(at + 1)) }))}
              onChange={(screen) => setPanel({ ...panel, screen })}
            />
          </Form.Item>
        )}
        {asks(panel) && (
          <Checkbox checked={panel.atHome === 1} onChange={({ target }) => setPanel({ ...panel, atHome: target.checked ? 1 : 0 })}>
            {say(words.atHome)}
          </Checkbox>
        )}
      </Form>
    </Drawer>
  )
}

interface AskedProps {
  readonly panel: AskingPanel
  readonly offered: readonly Measure[]
  readonly onChange: (panel: AskingPanel) => void
}

function AskedForm(props: AskedProps): ReactNode {
  const { panel, offered, onChange } = props
  const { say } = useWords()
  const of = offered.find(({ name }) => name === panel.measure)
  return (
    <>
      <Form.Item label={say(words.measure)} htmlFor="panel-measure">
        <Select
          id="panel-measure"
          aria-label={say(words.measure)}
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={say(words.findMeasure)}
          value={of?.name}
          options={offered.map((one) => ({ value: one.name, label: say(one) }))}
          onChange={(name) => onChange(ofMeasure(panel, offered.find((one) => one.name === name)!))}
        />
      </Form.Item>
      {of && <OneMeasure key={of.name} of={of} {...props} />}
    </>
  )
}

function OneMeasure({ of, ...props }: AskedProps & { readonly of: Measure }): ReactNode {
  const { view, error, retry } = useView(of.of)
  return view ? <Choices of={of} view={view} {...props} /> : <Outcome isLoading={!error} error={error} onRetry={retry} />
}

/** The choices of the page of measures, as far as a panel has them. */
function Choices({ of, view, panel, onChange }: AskedProps & { readonly of: Measure; readonly view: View }): ReactNode {
  const { say, word } = useWords()
  const figures = openFigures(of, view)
  const groups = openGroups(of, view).map((name) => ({ value: name, label: say(groupWords(of, name)) }))
  const change = (part: Partial<AskingPanel>): void => {
    const next = { ...panel, ...part } as AskingPanel
    const kinds = kindsOf(
      of,
      of.figures[next.figure] ?? of.figures[figures[0]!]!,
      next.group in of.groups ? next.group : groups[0]!.value,
      next.split ?? undefined,
    )
    onChange(next.kind === 'chart' && !kinds.includes(next.chart) ? { ...next, chart: kinds[0]! } : next)
  }
  const filterable = measureFilters(of, view)
  const period = of.period
  const ends = [`${period}_ge`, `${period}_le`, `${period}`]
  const withoutDays = Object.fromEntries(Object.entries(panel.filters).filter(([wire]) => !ends.includes(wire)))
  const hasDays = ends.some((end) => panel.filters[end])
  const needs = (of.needs ?? []).map((name) => ({ field: of.of.fields[name] as LinkField, wire: wireName(name, of.of.fields[name]!) }))
  const kept = Object.fromEntries(needs.flatMap(({ wire }) => (panel.filters[wire] ? [[wire, panel.filters[wire]]] : [])))
  const filter = (next: Record<string, string>): void => {
    const filters = { ...kept, ...next }
    // Chosen days take the place of a period.
    change({ filters, ...(ends.some((end) => filters[end]) ? { period: null } : {}) })
  }
  const isKnown = panel.figure in of.figures && panel.group in of.groups
  const kinds = isKnown && panel.kind === 'chart' ? kindsOf(of, of.figures[panel.figure]!, panel.group, panel.split ?? undefined) : []
  return (
    <>
      {needs.map(({ field, wire }) => (
        <Form.Item key={wire} label={say(field)} required>
          <NeededFilter
            field={field}
            value={panel.filters[wire]}
            onChange={(id) => change({ filters: { ...panel.filters, [wire]: id } })}
          />
        </Form.Item>
      ))}
      <Form.Item label={word('measure.figure')} htmlFor="panel-figure">
        <Select
          id="panel-figure"
          aria-label={word('measure.figure')}
          value={figures.includes(panel.figure) ? panel.figure : undefined}
          options={figures.map((name) => ({ value: name, label: say(of.figures[name]!) }))}
          onChange={(figure) => change({ figure })}
        />
      </Form.Item>
      {panel.kind === 'chart' && (
        <>
          <Form.Item label={word('measure.group')} htmlFor="panel-group">
            <Select
              id="panel-group"
              aria-label={word('measure.group')}
              value={groups.some(({ value }) => value === panel.group) ? panel.group : undefined}
              options={groups}
              onChange={(group) => change({ group, split: panel.split === group ? null : (panel.split ?? null) })}
            />
          </Form.Item>
          <Form.Item label={word('measure.split')} htmlFor="panel-split">
            <Select
              id="panel-split"
              aria-label={word('measure.split')}
              allowClear
              value={panel.split ?? undefined}
              options={groups.filter(({ value }) => value !== panel.group)}
              onChange={(split: string | undefined) => change({ split: split ?? null })}
            />
          </Form.Item>
          <Form.Item label={word('measure.kind')}>
            <Segmented
              aria-label={word('measure.kind')}
              value={panel.chart}
              options={kinds.map((kind) => ({ value: kind, label: word(`chart.${kind}`) }))}
              onChange={(chart) => change({ chart })}
            />
          </Form.Item>
        </>
      )}
      {hasPeriods(of) && (
        <Form.Item label={word('measure.period')}>
          <Segmented<ReportPeriod | 'other'>
            aria-label={word('measure.period')}
            value={panel.period ?? (hasDays ? 'other' : 'all')}
            options={[
              ...periodsOf(of).map((one) => ({ value: one, label: word(`measure.${one}`) })),
              ...(hasDays ? [{ value: 'other' as const, label: say(words.otherDays) }] : []),
            ]}
            onChange={(one) => one !== 'other' && change({ period: one, filters: withoutDays })}
          />
        </Form.Item>
      )}
      <Form.Item>
        <AdvancedSearch of={of.of} offered={filterable} filters={panel.filters} onSearch={filter} />
        <SearchTags offered={filterable} filters={panel.filters} onChange={filter} />
      </Form.Item>
    </>
  )
}

/** A panel that keeps at least the size of its kind. */
export const enlarged = (panel: Panel): Panel => {
  const [w, h] = leastSize[panel.kind]
  return { ...panel, w: Math.max(panel.w, w), h: Math.max(panel.h, h) }
}
