import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons'
import { Alert, Button, ConfigProvider, Empty, Segmented, theme } from 'antd'
import { type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { GridLayout, getCompactor, type Layout, useContainerWidth } from 'react-grid-layout'
import 'react-grid-layout/css/styles.css'
import { v7 as uuid } from 'uuid'
import {
  asks,
  boardColumns,
  boardRows,
  freeSpot,
  leastSize,
  mostPanels,
  mostScreens,
  type Panel,
  panelKinds,
  type Spot,
  spotProblem,
  storedPanels,
  tooManyPanels,
} from '#contract/entities/insight/board-panel.ts'
import { ownBoard } from '#contract/entities/insight/own-board.ts'
import { sameJson } from '#contract/kit/fields/same.ts'
import type { Measure } from '#contract/kit/figures/measure.ts'
import { measures } from '#contract/registry.ts'
import { ApiError } from '#src/data/api-error.ts'
import { type Row, useSubmit } from '#src/data/hooks.ts'
import { useMeasure } from '#src/data/measure.ts'
import { useSession } from '#src/data/session.ts'
import { useUnsaved } from '#src/kit/form/unsaved.ts'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'
import { boardColours, boardThemes, useBoardTheme } from '../board/board-theme.ts'
import { useToday } from '../board/board-time.ts'
import { measuresFor } from '../measure-state.ts'
import { ownBoardWords as words } from './own-board-words.ts'
import { calledOf, measureOf, queryOf, screensOf } from './own-panels.ts'
import { newPanel, PanelForm, usualSize } from './panel-form.tsx'
import { type PanelAnswer, PanelView } from './panel-view.tsx'
import '../board/board.css'
import './own-board.css'

/** The panels as edited, and the stored ones and the version of the row that they are based on. */
interface Edited {
  readonly panels: readonly Panel[]
  readonly stored: readonly Panel[]
  readonly version: number
}

const storedIn = (row: Row): Edited => {
  const stored = storedPanels(row.panels)
  return { panels: stored, stored, version: Number(row.version ?? 0) }
}

/** Stands for a measure that is gone, and is never asked. */
const [noMeasure] = measures as readonly [Measure, ...Measure[]]

/** Panels stay where they are put: a drag onto another one goes back. */
const compactor = getCompactor(null, false, true)

interface Props {
  readonly row: Row
  /** The person reads the board of someone else. */
  readonly isReadOnly: boolean
  /** Reads the row again. */
  readonly onRefresh: () => void
}

/** The screens of a board: panels are added, dragged, resized and moved by keys, and saved together. */
export function OwnBoardEditor({ row, isReadOnly, onRefresh }: Props): ReactNode {
  const { say } = useWords()
  const notice = useNotice()
  const submit = useSubmit(ownBoard)
  const rights = useSession((state) => state.person?.rights) ?? []
  const [edited, setEdited] = useState<Edited>(() => storedIn(row))
  const [screen, setScreen] = useState(0)
  const [more, setMore] = useState(0)
  const [form, setForm] = useState<{ readonly panel: Panel; readonly isNew: boolean }>()
  const [said, setSaid] = useState('')
  const isDirty = !sameJson(edited.panels, edited.stored)
  const forget = useUnsaved(isDirty)
  const now = storedIn(row)
  const isBehind = now.version > edited.version
  // Other facts of the board, such as its name, change without its panels.
  const isStale = isBehind && isDirty && !sameJson(now.stored, edited.stored)
  useEffect(() => {
    if (isBehind && (!isDirty || !isStale)) setEdited((known) => ({ ...storedIn(row), ...(isDirty ? { panels: known.panels } : {}) }))
  }, [isBehind, isDirty, isStale, row])
  const { panels } = edited
  const screens = Math.max(screensOf(panels), more + 1)
  const shown = panels.filter((panel) => panel.screen === screen)
  const change = (next: readonly Panel[]): void => setEdited((known) => ({ ...known, panels: next }))
  const others = (id: string): readonly Panel[] => panels.filter((panel) => panel.id !== id)
  /** Moves a panel, if there is room. */
  const move = (panel: Panel, spot: Partial<Spot>): boolean => {
    const moved = { ...panel, ...spot }
    const isFree = moved.x >= 0 && moved.y >= 0 && spotProblem(moved, others(panel.id)) === undefined
    if (isFree) change(panels.map((one) => (one.id === panel.id ? moved : one)))
    return isFree
  }
  /** Takes a panel from the form; where it no longer fits, it gets another place. */
  const take = (panel: Panel): void => {
    const rest = others(panel.id)
    const isFree = spotProblem(panel, rest) === undefined
    const spot = isFree ? panel : (freeSpot(rest, [panel.w, panel.h], panel.screen) ?? freeSpot(rest, leastSize[panel.kind], 0))
    if (!spot) return void notice.warn(say(words.noRoom))
    const { screen: on, x, y, w, h } = spot
    const placed = { ...panel, screen: on, x, y, w, h }
    change(panels.some(({ id }) => id === panel.id) ? panels.map((one) => (one.id === panel.id ? placed : one)) : [...panels, placed])
    setScreen(on)
    setForm(undefined)
  }
  const add = (): void => {
    if (panels.length >= mostPanels) return void notice.warn(say(tooManyPanels))
    const panel = newPanel({ id: uuid(), screen, x: 0, y: 0, w: 1, h: 1 }, rights)
    const spot = freeSpot(panels, usualSize[panel.kind], screen)
    if (!spot) return void notice.warn(say(words.noRoom))
    setForm({ panel: { ...panel, ...spot }, isNew: true })
  }
  const remove = (panel: Panel): void => change(others(panel.id))
  const save = async (version = edited.version): Promise<void> => {
    try {
      const saved = await submit.mutateAsync({ id: row.id, version, panels })
      setEdited({ panels, stored: panels, version: saved.version })
      forget()
      notice.done(say(words.saved))
    } catch (thrown) {
      // With the row as others have saved it, the page asks whose panels stay.
      if (thrown instanceof ApiError && thrown.error === 'stale') onRefresh()
      else notice.failed(thrown)
    }
  }
  const screenWord = (at: number): string => say(words.screen).replace('{n}', String(at + 1))
  const arranged = (layout: Layout): void => {
    for (const { i, x, y, w, h } of layout) {
      const panel = shown.find(({ id }) => id === i)
      if (panel && (panel.x !== x || panel.y !== y || panel.w !== w || panel.h !== h)) move(panel, { x, y, w, h })
    }
  }
  const press = (event: KeyboardEvent, panel: Panel): void => {
    // Keys within the buttons of a panel are theirs.
    if (event.target !== event.currentTarget) return
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key]
    if (event.key === 'Enter') setForm({ panel, isNew: false })
    else if (event.key === 'Delete') remove(panel)
    else if (by) {
      const [dx, dy] = by as [number, number]
      const spot = event.shiftKey ? { w: panel.w + dx, h: panel.h + dy } : { x: panel.x + dx, y: panel.y + dy }
      setSaid(move(panel, spot) ? spotText({ ...panel, ...spot }) : say(words.noPlace))
    } else return
    event.preventDefault()
  }
  const spotText = ({ x, y, w, h }: Spot): string =>
    Object.entries({ x: x + 1, y: y + 1, w, h }).reduce((text, [name, value]) => text.replace(`{${name}}`, String(value)), say(words.spot))
  const nameOf = (panel: Panel): string => calledOf(panel, asks(panel) ? measureOf(panel) : undefined, say, panelKinds[panel.kind])
  return (
    <section className="eam-panel" aria-label={say(words.canvas)}>
      <div className="eam-own-head">
        <div className="eam-own-screen-choice">
          {screens > 1 && (
            <Segmented<number>
              aria-label={say(words.onScreen)}
              value={screen}
              options={Array.from({ length: screens }, (_, at) => ({ value: at, label: screenWord(at) }))}
              onChange={setScreen}
            />
          )}
        </div>
        {!isReadOnly && (
          <>
            {screens < mostScreens && panels.length > 0 && (
              <Button
                onClick={() => {
                  setMore(screens)
                  setScreen(screens)
                }}
              >
                {say(words.newScreen)}
              </Button>
            )}
            <Button icon={<PlusOutlined />} onClick={add}>
              {say(words.add)}
            </Button>
            <Button type="primary" disabled={!isDirty || isStale} loading={submit.isPending} onClick={() => void save()}>
              {say(words.save)}
            </Button>
          </>
        )}
      </div>
      {isStale && (
        <Alert
          type="warning"
          showIcon
          title={say(words.stale)}
          action={
            <div className="eam-actions">
              <Button size="small" onClick={() => setEdited(now)}>
                {say(words.takeTheirs)}
              </Button>
              <Button size="small" onClick={() => void save(now.version)}>
                {say(words.keepMine)}
              </Button>
            </div>
          }
        />
      )}
      <Canvas isEmpty={panels.length === 0} boardTheme={String(row.theme)}>
        {(width, rowHeight, gap) => (
          <GridLayout
            width={width}
            layout={shown.map(({ id, x, y, w, h, kind }) => ({ i: id, x, y, w, h, minW: leastSize[kind][0], minH: leastSize[kind][1] }))}
            gridConfig={{ cols: boardColumns, rowHeight, margin: [gap, gap], containerPadding: [0, 0], maxRows: boardRows }}
            dragConfig={{ enabled: !isReadOnly, bounded: true, cancel: 'button' }}
            resizeConfig={{ enabled: !isReadOnly, handles: ['se'] }}
            compactor={compactor}
            autoSize={false}
            style={{ height: '100%' }}
            onDragStop={arranged}
            onResizeStop={arranged}
          >
            {shown.map((panel) => (
              // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be dragged
              <div
                key={panel.id}
                className="eam-own-item"
                role="group"
                aria-label={`${nameOf(panel)} · ${spotText(panel)}`}
                tabIndex={isReadOnly ? undefined : 0}
                onKeyDown={isReadOnly ? undefined : (event) => press(event, panel)}
              >
                {/* Its links work on the board; here the panel itself is chosen and moved. */}
                <div className="eam-own-spot" inert>
                  {/* The answer of one measure is none of another, not even while that loads. */}
                  <Asking key={asks(panel) ? panel.measure : panel.kind} panel={panel} />
                </div>
                {!isReadOnly && (
                  <div className="eam-own-tools">
                    <Button
                      size="small"
                      icon={<EditOutlined />}
                      title={say(words.edit)}
                      aria-label={`${say(words.edit)} ${nameOf(panel)}`}
                      onClick={() => setForm({ panel, isNew: false })}
                    />
                    <Button
                      size="small"
                      icon={<DeleteOutlined />}
                      title={say(words.remove)}
                      aria-label={`${say(words.remove)} ${nameOf(panel)}`}
                      onClick={() => remove(panel)}
                    />
                  </div>
                )}
              </div>
            ))}
          </GridLayout>
        )}
      </Canvas>
      {!isReadOnly && panels.length > 0 && <p className="eam-own-keys">{say(words.keys)}</p>}
      <span role="status" className="eam-unseen">
        {said}
      </span>
      {form && <PanelForm {...form} screens={screens} onDone={take} onClose={() => setForm(undefined)} />}
    </section>
  )
}

/** Width and height of the grid of a screen, of 1920 x 1080 without frame and heading, and the gap between panels. */
const [gridWidth, gridHeight, gridGap] = [1856, 924, 16]

interface CanvasProps {
  readonly isEmpty: boolean
  readonly boardTheme: string
  readonly children: (width: number, rowHeight: number, gap: number) => ReactNode
}

/** A screen of the board within the page, in its theme and as much smaller as the page is narrower. */
function Canvas({ boardTheme, ...props }: CanvasProps): ReactNode {
  const chosen = useBoardTheme((state) => state.of)
  const of = boardTheme === 'dark' || boardTheme === 'light' ? boardTheme : chosen
  return (
    <ConfigProvider theme={{ inherit: false, ...boardThemes[of] }}>
      <Drawn of={of} {...props} />
    </ConfigProvider>
  )
}

function Drawn({ of, isEmpty, children }: Omit<CanvasProps, 'boardTheme'> & { readonly of: string }): ReactNode {
  const { say } = useWords()
  const { token } = theme.useToken()
  const { width, containerRef } = useContainerWidth({ initialWidth: 1200 })
  const scale = width / gridWidth
  const [height, gap] = [gridHeight * scale, gridGap * scale]
  const style = { ...boardColours(token), '--u': `${scale}px`, height } as CSSProperties
  return (
    <div ref={containerRef}>
      <div className="eam-board eam-own-canvas" data-tones={of} style={style}>
        {isEmpty ? (
          <Empty
            className="eam-own-empty"
            image={Empty.PRESENTED_IMAGE_SIMPLE}
            description={
              <>
                {say(words.empty)}
                <div className="eam-empty-advice">{say(words.emptyHint)}</div>
              </>
            }
          />
        ) : (
          children(width, (height - (boardRows - 1) * gap) / boardRows, gap)
        )}
      </div>
    </div>
  )
}

/** A panel with its answer now. */
function Asking({ panel }: { readonly panel: Panel }): ReactNode {
  const today = useToday()
  const rights = useSession((state) => state.person?.rights) ?? []
  const of = asks(panel) ? measureOf(panel) : undefined
  const maySee = of !== undefined && measuresFor(new Set(rights)).includes(of)
  const { data, error } = useMeasure(of ?? noMeasure, of && maySee && asks(panel) ? queryOf(of, panel, today) : undefined)
  const answer: PanelAnswer = {
    data: maySee ? data : undefined,
    lack: !of
      ? 'gone'
      : !maySee
        ? 'noRight'
        : data
          ? undefined
          : error instanceof ApiError && error.code === 400
            ? 'hidden'
            : error
              ? 'failed'
              : 'loading',
  }
  return <PanelView panel={panel} answer={answer} />
}
