import { Alert, Button, Checkbox, Select, Switch } from 'antd'
import { type CSSProperties, type ReactNode, useId, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { dispatchBoard } from '#contract/calls/service/dispatch.ts'
import { urgencies } from '#contract/entities/service/repair-states.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { type DispatchColumn, dispatchColumns, orderKinds } from '#contract/kit/entity/order-kind.ts'
import { useCall } from '#src/data/hooks.ts'
import { useSession } from '#src/data/session.ts'
import { asFilter } from '#src/kit/list/search/filters.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import type { Allows } from '#src/kit/record/act-bar.tsx'
import { recordPath } from '#src/kit/record/record-paths.ts'
import { FieldInput } from '#src/kit/widgets/desk/field-input.tsx'
import { useWords } from '#src/words/words.ts'
import { useRepairAllows } from '../repair-acts.ts'
import { type Card, DispatchCell, kindOf, nameOf } from './dispatch-cell.tsx'
import { DispatchMover } from './dispatch-mover.tsx'
import { machineOf } from './plan-move.ts'
import { useDispatchMove } from './use-dispatch-move.ts'
import '#src/kit/kanban/kanban.css'
import './dispatch.css'

type Lane = AnswerOf<typeof dispatchBoard>['lanes'][number]

const columns = Object.keys(dispatchColumns) as DispatchColumn[]
/** Lanes that are open until the person opens others. */
const openLanes = 8
const always: Allows = () => true

/** The address of the record of a card. */
const addressOf = (card: Card): string => recordPath(card.kind, card.id) ?? `${kindOf(card).page}?open=${card.id}`

/** The orders of all kinds by where they stand, in lanes of people and teams; moved by hand. */
export function DispatchPage(): ReactNode {
  const { word, say } = useWords()
  const navigate = useNavigate()
  const rights = useSession((state) => state.person?.rights)
  const ofRepair = useRepairAllows()
  const [params, setParams] = useSearchParams()
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map())
  const board = useRef<HTMLDivElement>(null)
  const [keysId, deptId] = [useId(), useId()]
  const kinds = orderKinds.filter(({ of }) => rights?.includes(`${of.name}.list`))
  const mays = kinds.flatMap((kind) =>
    Object.values(machineOf(kind)?.steps ?? {}).flatMap(({ inner, may }) => (!inner && may ? [may] : [])),
  )
  const chosen = params.get('kinds')?.split(',') ?? []
  const hasLanes = params.get('lanes') !== '0'
  const query = Object.fromEntries(
    ['kinds', 'deptId', 'urgency', 'mine'].flatMap((name) => (params.get(name) ? [[name, params.get(name)!]] : [])),
  )
  const change = (name: string, value: unknown): void => {
    const next = new URLSearchParams(params)
    if (value === undefined || value === null || value === '') next.delete(name)
    else next.set(name, String(value))
    setParams(next, { replace: true })
  }
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
        <fieldset className="eam-dispatch-kinds" aria-label={word('dispatch.kinds')}>
          {kinds.map(({ name, ...kind }) => (
            <Checkbox
              key={name}
              checked={chosen.length === 0 || chosen.includes(name)}
              onChange={() => {
                const now = chosen.length === 0 ? kinds.map((one) => one.name) : chosen
                const next = now.includes(name) ? now.filter((one) => one !== name) : [...now, name]
                change('kinds', next.length === kinds.length ? '' : next.join())
              }}
            >
              {say(kind)}
            </Checkbox>
          ))}
        </fieldset>
        <span className="eam-dispatch-dept">
          <label htmlFor={deptId}>{say(dispatchBoard.input.dept)}</label>{' '}
          <FieldInput
            id={deptId}
            field={asFilter(dispatchBoard.input.dept)}
            value={params.get('deptId')}
            onChange={(next) => change('deptId', next)}
          />
        </span>
        <Select
          aria-label={say(dispatchBoard.input.urgency)}
          placeholder={say(dispatchBoard.input.urgency)}
          allowClear
          popupMatchSelectWidth={false}
          value={params.get('urgency')}
          onChange={(next) => change('urgency', next)}
          options={Object.entries(urgencies).map(([value, words]) => ({ value, label: say(words) }))}
        />
        <span>
          <Switch
            size="small"
            aria-label={word('dispatch.mine')}
            checked={params.get('mine') === '1'}
            onChange={(on) => change('mine', on ? 1 : '')}
          />{' '}
          {word('dispatch.mine')}
        </span>
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
