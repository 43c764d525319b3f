import { Alert, Button, Switch } from 'antd'
import { type CSSProperties, type ReactNode, useId, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { dispatchBoard } from '#contract/calls/service/dispatch.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { type DispatchColumn, dispatchColumns, orderKinds } from '#contract/kit/entity/order-kind.ts'
import { useCall } from '#src/data/hooks.ts'
import { useSession } from '#src/data/session.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import type { Allows } from '#src/kit/record/act-bar.tsx'
import { useWords } from '#src/words/words.ts'
import { OnCallOfBoard } from '../oncall/on-call-now.tsx'
import { useRepairAllows } from '../repair-acts.ts'
import { addressOf, type Card, DispatchCell, kindOf, nameOf } from './dispatch-cell.tsx'
import { DispatchMover } from './dispatch-mover.tsx'
import { changed, DispatchTools, queryOf } from './dispatch-tools.tsx'
import { PlanCalendar } from './plan-calendar.tsx'
import { machineOf } from './plan-move.ts'
import { useDispatchMove } from './use-dispatch-move.ts'
import '#src/kit/kanban/kanban.css'
import './dispatch.css'

type Lane = AnswerOf<typeof dispatchBoard>['lanes'][number]

const columns = Object.keys(dispatchColumns) as DispatchColumn[]
/** Lanes that are open until the person opens others. */
const openLanes = 8
const always: Allows = () => true

/** The orders of all kinds: where they stand, or the days that are planned for them. */
export function DispatchPage(): ReactNode {
  const view = useSearchParams()[0].get('view')
  return view === 'week' || view === 'month' ? <PlanCalendar key={view} span={view} /> : <DispatchBoard />
}

/** The orders of all kinds by where they stand, in lanes of people and teams; moved by hand. */
function DispatchBoard(): ReactNode {
  const { word, say } = useWords()
  const navigate = useNavigate()
  const rights = useSession((state) => state.person?.rights)
  const ofRepair = useRepairAllows()
  const [params, setParams] = useSearchParams()
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map())
  const board = useRef<HTMLDivElement>(null)
  const keysId = useId()
  const kinds = orderKinds.filter(({ of }) => rights?.includes(`${of.name}.list`))
  const mays = kinds.flatMap((kind) =>
    Object.values(machineOf(kind)?.steps ?? {}).flatMap(({ inner, may }) => (!inner && may ? [may] : [])),
  )
  const hasLanes = params.get('lanes') !== '0'
  const query = queryOf(params)
  const change = (name: string, value: unknown): void => setParams(changed(params, { [name]: value }), { replace: true })
  const found = useCall(dispatchBoard, { ...query, ...(hasLanes ? { lanes: 1 } : {}) })
  const lanes: readonly (Lane | undefined)[] = found.data?.lanes ?? [undefined]
  const isOpen = (lane: Lane, at: number): boolean => toggled.get(lane.key) ?? at < openLanes
  const shown = found.data?.lanes.filter(isOpen).map(({ key }) => key)
  const laneName = (key: string): string => found.data?.lanes.find((lane) => lane.key === key)?.name ?? word('dispatch.unassigned')
  const allowsOf = (card: Card): Allows => (card.kind === 'repairOrder' ? ofRepair : always)
  const move = useDispatchMove({
    lanes: hasLanes ? shown : undefined,
    allowsOf,
    board,
    canMove: mays.some((may) => rights?.includes(may)),
    keysId,
    onOpen: (card) => void navigate(addressOf(card)),
    laneName,
  })
  const head = (column: DispatchColumn): ReactNode => (
    <h3 key={column}>
      {say(dispatchColumns[column])} <span>{found.data ? found.data.columns[column] : '…'}</span>
    </h3>
  )
  const first = (hasLanes ? lanes.filter((lane, at) => lane && isOpen(lane, at)) : lanes).flatMap((lane) =>
    columns.flatMap((column) => (lane?.counts[column] ? [`${lane.key} ${column}`] : [])),
  )[0]
  const cell = (column: DispatchColumn, lane: Lane | undefined, top?: ReactNode): ReactNode => (
    <DispatchCell
      key={column}
      acts={move.acts}
      column={column}
      lane={hasLanes ? lane?.key : undefined}
      label={[...(hasLanes && lane ? [laneName(lane.key)] : []), say(dispatchColumns[column])].join(' · ')}
      count={lane?.counts[column] ?? 0}
      query={query}
      hasTabStop={first === `${lane?.key} ${column}`}
      head={top}
    />
  )
  const { moving } = move
  return (
    <article className="eam-panel eam-kanban" ref={board}>
      <div className="eam-kanban-tools">
        <DispatchTools />
        <span>
          <Switch size="small" aria-label={word('dispatch.lanes')} checked={hasLanes} onChange={(on) => change('lanes', on ? '' : 0)} />{' '}
          {word('dispatch.lanes')}
        </span>
        {move.acts.canMove && (
          <p className="eam-hint" id={keysId}>
            {word(move.isHeldByKeys ? 'dispatch.keysHeld' : 'dispatch.keys')}
          </p>
        )}
      </div>
      <OnCallOfBoard />
      {found.error && found.data && <Alert type="error" showIcon title={found.error.message} />}
      {!found.data && found.error ? (
        <Outcome isLoading={false} error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <div className="eam-kanban-scroll" style={{ '--columns': columns.length } as CSSProperties} aria-busy={found.isPending}>
          {hasLanes ? (
            <>
              <div className="eam-kanban-heads">{columns.map(head)}</div>
              {lanes.map(
                (lane, at) =>
                  lane && (
                    <div key={lane.key} className="eam-kanban-lane">
                      <h4>
                        <Button
                          type="text"
                          aria-expanded={isOpen(lane, at)}
                          onClick={() => setToggled(new Map([...toggled, [lane.key, !isOpen(lane, at)]]))}
                        >
                          {laneName(lane.key)}{' '}
                          <small>{word('dispatch.load', { open: lane.open, overdue: lane.overdue, hours: lane.hours })}</small>
                        </Button>
                      </h4>
                      {isOpen(lane, at) && <div className="eam-kanban-columns">{columns.map((column) => cell(column, lane))}</div>}
                    </div>
                  ),
              )}
              {(found.data?.left ?? 0) > 0 && <p className="eam-hint">{word('dispatch.left', { left: found.data!.left })}</p>}
            </>
          ) : (
            <div className="eam-kanban-columns">{columns.map((column) => cell(column, lanes[0], head(column)))}</div>
          )}
        </div>
      )}
      <div role="status" aria-live="assertive" className="eam-unseen">
        {move.said}
      </div>
      {moving && (
        <DispatchMover
          key={`${moving.card.id} ${moving.to.column} ${moving.to.lane}`}
          kind={kindOf(moving.card)}
          id={moving.card.id}
          name={nameOf(moving.card)}
          from={moving.from}
          to={moving.to}
          allows={allowsOf(moving.card)}
          onDone={move.done}
          onLeft={move.left}
        />
      )}
    </article>
  )
}
