import { DownOutlined, RightOutlined } from '@ant-design/icons'
import { Alert, Button, Segmented, Select } from 'antd'
import { type CSSProperties, type ReactNode, useId, useRef, useState } from 'react'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { View } from '#contract/kit/entity/view.ts'
import type { ChoiceField } from '#contract/kit/fields/field.ts'
import { machinesOf } from '#contract/registry.ts'
import type { Row } from '#src/data/hooks.ts'
import { useSession } from '#src/data/session.ts'
import type { ListState } from '#src/kit/list/list-state.ts'
import { none } from '#src/kit/list/search/filters.ts'
import type { Change } from '#src/kit/list/use-list-state.ts'
import type { Allows } from '#src/kit/record/act-bar.tsx'
import { Shown } from '#src/kit/shown.tsx'
import { useWords } from '#src/words/words.ts'
import { boardColumns, shownBoard } from './board-facts.ts'
import { CardMover } from './card-mover.tsx'
import type { CardActs } from './kanban-card.tsx'
import { KanbanCell } from './kanban-cell.tsx'
import { useBoardMove } from './use-board-move.ts'
import { type Lane, useBoardCounts } from './use-board-rows.ts'
import './kanban.css'

interface Props {
  readonly view: View
  readonly list: ListState
  readonly change: Change
  /** The search of the list, without pages. */
  readonly criteria: Readonly<Record<string, string>>
  /** False while the first search is not known yet. */
  readonly isOn: boolean
  readonly onOpen: (row: Row) => void
  readonly onActs?: (row: Row, at: HTMLElement) => void
  /** Hides actions that are not for this person, in addition to the server's rights and states. */
  readonly allows?: Allows
}

/** Lanes that are open until the person opens others. */
const openLanes = 6

/** The rows of a list as cards, in one column per state of a machine, on request in lanes. */
export function StateBoard({ view, list, change, criteria, isOn, onOpen, onActs, allows }: Props): ReactNode {
  const { word, say } = useWords()
  const rights = useSession((state) => state.person?.rights)
  const board = useRef<HTMLDivElement>(null)
  const keysId = useId()
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const machines = machinesOf(view.entity).filter((machine) => view.fields[machine.field])
  const on = machines.find((machine) => machine.field === list.states) ?? machines[0]!
  const name = on.field
  const field = view.fields[name] as ChoiceField
  const shown = shownBoard(view)
  const lane = list.lane !== undefined && shown.lanes.includes(list.lane) ? list.lane : undefined
  const asked = criteria[name]?.split(',')
  const states = Object.keys(field.of).filter((state) => !asked || asked.includes(state))
  const counts = useBoardCounts(view.entity, name, lane, criteria, isOn)
  const move = useBoardMove({ view, shown, on, states, board, ...(allows ? { allows } : {}) })
  const lanes: readonly (Lane | undefined)[] = counts.data?.lanes ?? [undefined]
  const totalOf = (state: string): number | undefined => counts.data?.lanes.reduce((sum, { counts: of }) => sum + (of[state] ?? 0), 0)
  const isOpen = (at: number, key: string): boolean => at < openLanes !== toggled.has(key)
  const laneWire = lane === undefined ? undefined : wireName(lane, view.fields[lane]!)
  const acts: CardActs = {
    view,
    shown,
    onOpen,
    ...(onActs ? { onActs } : {}),
    canMove: Object.values(on.steps).some(({ inner, may }) => !inner && may !== undefined && rights?.includes(may)),
    keysId,
    onDragStart: (row) => move.take(row),
    onDragEnd: () => move.release(),
    onKey: (event, row) => move.onKey(event, row, () => onOpen(row)),
    onBlur: () => move.held?.by === 'keys' && move.release(),
    onFocus: move.onFocus,
    onShown: move.onShown,
  }
  const head = (state: string): ReactNode => (
    <h3 key={state}>
      <Shown name={name} field={field} row={{ [name]: state }} />
      <Button
        type="text"
        size="small"
        title={word('board.more', { total: totalOf(state) ?? 0 })}
        onClick={() => change({ shows: 'table', filters: { ...list.filters, [name]: state } })}
      >
        {totalOf(state) ?? '…'}
      </Button>
    </h3>
  )
  /** Where the first card of the board is. */
  const first = lanes.flatMap((of, at) =>
    of && (lane === undefined || isOpen(at, of.key ?? none)) ? states.flatMap((state) => (of.counts[state] ? [`${at} ${state}`] : [])) : [],
  )[0]
  const cell = (state: string, of: Lane | undefined, at: number, top?: ReactNode): ReactNode => (
    <KanbanCell
      key={state}
      acts={acts}
      move={move}
      state={state}
      label={[...(lane === undefined || !of ? [] : [of.name ?? word('filter.none')]), say(field.of[state]!)].join(' · ')}
      count={of && (of.counts[state] ?? 0)}
      query={{
        ...criteria,
        columns: boardColumns(view, shown),
        [name]: state,
        ...(laneWire && of ? { [laneWire]: of.key ?? none } : {}),
      }}
      hasTabStop={first === `${at} ${state}`}
      isLaneOfMoving={(row) => laneWire === undefined || (of !== undefined && (row[laneWire] ?? null) === of.key)}
      head={top}
    />
  )
  return (
    <div className="eam-kanban" ref={board}>
      <div className="eam-kanban-tools">
        {machines.length > 1 && (
          <Segmented
            options={machines.map((machine) => ({ value: machine.field, label: say(view.fields[machine.field]!) }))}
            value={name}
            onChange={(states) => change({ states })}
          />
        )}
        {shown.lanes.length > 0 && (
          <Select
            aria-label={word('kanban.lanes')}
            prefix={word('kanban.lanes')}
            popupMatchSelectWidth={false}
            value={lane ?? ''}
            onChange={(chosen) => change({ lane: chosen || undefined })}
            options={[
              { value: '', label: word('filter.none') },
              ...shown.lanes.map((one) => ({ value: one, label: say(view.fields[one]!) })),
            ]}
          />
        )}
        {acts.canMove && (
          <p className="eam-hint" id={keysId}>
            {word(move.held?.by === 'keys' ? 'kanban.keysHeld' : 'kanban.keys')}
          </p>
        )}
      </div>
      {counts.error && (
        <Alert
          type="error"
          showIcon
          title={counts.error.message}
          action={<Button onClick={() => void counts.refetch()}>{word('common.retry')}</Button>}
        />
      )}
      <div className="eam-kanban-scroll" style={{ '--columns': states.length } as CSSProperties}>
        {lane === undefined ? (
          <div className="eam-kanban-columns">{states.map((state) => cell(state, lanes[0], 0, head(state)))}</div>
        ) : (
          <>
            <div className="eam-kanban-heads">{states.map(head)}</div>
            {counts.data?.lanes.length === 0 && <p className="eam-kanban-empty">{word('board.empty')}</p>}
            {lanes.map((of, at) => {
              const key = of?.key ?? none
              const isShown = isOpen(at, key)
              const total = of && states.reduce((sum, state) => sum + (of.counts[state] ?? 0), 0)
              return (
                <div key={key} className="eam-kanban-lane">
                  <h4>
                    <Button
                      type="text"
                      icon={isShown ? <DownOutlined /> : <RightOutlined />}
                      aria-expanded={isShown}
                      onClick={() =>
                        setToggled(toggled.has(key) ? new Set([...toggled].filter((one) => one !== key)) : new Set([...toggled, key]))
                      }
                    >
                      {of ? (of.name ?? word('filter.none')) : '…'} <small>{total}</small>
                    </Button>
                  </h4>
                  {isShown && <div className="eam-kanban-columns">{states.map((state) => cell(state, of, at))}</div>}
                </div>
              )
            })}
            {(counts.data?.left ?? 0) > 0 && <p className="eam-hint">{word('kanban.left', { left: counts.data!.left })}</p>}
          </>
        )}
      </div>
      <div role="status" aria-live="assertive" className="eam-unseen">
        {move.said}
      </div>
      {move.moving && (
        <CardMover
          key={`${move.moving.row.id} ${move.moving.to}`}
          view={view}
          on={on}
          row={move.moving.row}
          to={move.moving.to}
          name={move.moving.name}
          {...(allows ? { allows } : {})}
          onDone={move.done}
          onLeft={move.left}
        />
      )}
    </div>
  )
}
