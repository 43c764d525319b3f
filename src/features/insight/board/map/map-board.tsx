import { type ReactNode, useState } from 'react'
import { placeMap } from '#contract/calls/insight/place-map.ts'
import { floorPlanView } from '#contract/calls/place/floor-plan.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { sensorAlarm } from '#contract/entities/iot/sensor-alarm.ts'
import { middleOf } from '#contract/entities/place/outline.ts'
import { countIn, drawnIn, type PlanRoom, toneIn } from '#src/features/place/public/plan-draft.ts'
import { PlanStage, placeOf } from '#src/features/place/public/plan-stage.tsx'
import { planWords } from '#src/features/place/public/plan-words.ts'
import { fileAddress } from '#src/kit/file-address.ts'
import { numberText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import { boardCall, useBoardCalls } from '../board-calls.ts'
import { BoardFrame } from '../board-frame.tsx'
import { listOf } from '../figures.ts'
import { Pager, useTurning } from '../pager.tsx'
import { Hero, Leading } from '../panels.tsx'
import { PartPanel } from '../part-panels.tsx'
import { type BuildingColumn, columnsOf, floorsInTurn, type Standing } from './place-tree.ts'
import './map-board.css'

/** Floors of a column and columns of a page that are legible from five metres. */
const [mostFloors, mostColumns] = [10, 4]
/** Rooms of a floor without a plan. */
const mostRooms = 20
const [ofDevices, ofAlarms] = [`${device.name}.list`, `${sensorAlarm.name}.list`]
/** What a person chose while a floor had its turn. */
interface Choice {
  readonly turn: number
  readonly floor?: string
  readonly page?: number
}

const noMap = { places: [], devices: null, alarms: null } as const

/** The wall board of the hospital's places: buildings as columns of floors, and the plan of one floor after another with states and alarms. */
export function MapBoard(): ReactNode {
  const { word, say, language } = useWords()
  const { parts, state } = useBoardCalls('map', { map: boardCall(placeMap, '/data-view/') })
  const map = parts.map.data ?? noMap
  const columns = columnsOf(map, mostFloors)
  const inTurn = floorsInTurn(columns)
  const turning = useTurning(inTurn.length)
  const pages = Math.ceil(columns.length / mostColumns)
  const floors = columns.flatMap((one) => one.floors)
  // A floor and a page that a person chose stay until the next floor has its turn.
  const [choice, setChoice] = useState<Choice>({ turn: 0 })
  const chosen = choice.turn === turning.current ? choice : undefined
  // The same turn comes again, and is then that of its own floor.
  if (choice.turn !== 0 && !chosen) setChoice({ turn: 0 })
  const choose = (more: Omit<Choice, 'turn'>): void => setChoice({ ...chosen, ...more, turn: turning.current })
  const shown = floors.find(({ id }) => id === chosen?.floor) ?? inTurn[Math.min(turning.current, inTurn.length) - 1]
  const current = Math.min(chosen?.page ?? pageOf(columns, shown), Math.max(pages, 1))
  const sum = (of: (one: Standing) => number | undefined): number => floors.reduce((all, one) => all + (of(one) ?? 0), 0)
  const number = (value: number, isSeen: boolean): string => (isSeen ? numberText(value, language) : '—')
  const seesDevices = map.devices !== null
  const seesAlarms = map.alarms !== null
  const [repairing, stopped, alarms] = [sum((one) => one.repairing), sum((one) => one.stopped), sum((one) => one.alarms)]
  return (
    <BoardFrame title={say(placeMap)} {...state}>
      <div className="eam-board-map">
        <div className="eam-board-heroes">
          <Hero
            label={word('board.devices')}
            value={number(
              sum((one) => one.devices),
              seesDevices,
            )}
            unit={word('board.unit.devices')}
            beside={word('board.map.placeless')}
            right={ofDevices}
          />
          <Hero
            label={word('board.map.repairNow')}
            value={number(repairing, seesDevices)}
            unit={word('board.unit.devices')}
            beside={word('board.map.inPlaces', { count: floors.filter((one) => one.repairing > 0).length })}
            tone={repairing > 0 ? 'warn' : 'plain'}
            to={listOf('/eam/device', { eamStatus: 'repairing' })}
            right={ofDevices}
          />
          <Hero
            label={word('board.map.stoppedDevices')}
            value={number(stopped, seesDevices)}
            unit={word('board.unit.devices')}
            beside={word('board.map.heldBack')}
            tone={stopped > 0 ? 'warn' : 'plain'}
            right={ofDevices}
          />
          <Hero
            label={word('board.map.alarmsNow')}
            value={number(alarms, seesAlarms)}
            unit={word('board.unit.rows')}
            beside={word('board.map.inPlaces', { count: floors.filter((one) => one.alarms).length })}
            tone={alarms > 0 ? 'bad' : 'plain'}
            to={listOf('/iot/alarm', { alarmState: 'open,acknowledged' })}
            right={ofAlarms}
          />
        </div>
        <PartPanel
          area="floors"
          title={word('board.map.floors')}
          note={<Pager current={current} pages={pages} turnTo={(page) => choose({ page })} />}
          part={parts.map}
          isEmpty={columns.length === 0}
          none={word('board.map.noPlaces')}
        >
          <div className="eam-board-buildings">
            {columns.slice((current - 1) * mostColumns, current * mostColumns).map((column) => (
              <Building key={column.key} column={column} shown={shown?.id} onChoose={(floor) => choose({ floor })} />
            ))}
          </div>
        </PartPanel>
        {shown && <FloorPanel key={shown.id} floor={shown} alarms={map.alarms ?? []} note={<Pager {...turning} pages={inTurn.length} />} />}
      </div>
    </BoardFrame>
  )
}

/** The page with the floor that is shown; from 1. */
const pageOf = (columns: readonly BuildingColumn[], shown: Standing | undefined): number => {
  const at = columns.findIndex(({ floors }) => floors.some(({ id }) => id === shown?.id))
  return Math.floor(Math.max(at, 0) / mostColumns) + 1
}

interface BuildingProps {
  readonly column: BuildingColumn
  readonly shown: string | undefined
  readonly onChoose: (id: string) => void
}

function Building({ column, shown, onChoose }: BuildingProps): ReactNode {
  const { word, language } = useWords()
  return (
    <section aria-label={`${column.campus} ${column.name}`}>
      <ul>
        {column.floors.map(({ id, name, isFloor, tone, devices, alarms }) => (
          <li key={id}>
            <button type="button" disabled={!isFloor} data-tone={tone} aria-pressed={id === shown} onClick={() => onChoose(id)}>
              <span>{name}</span>
              {alarms ? <strong>{word('board.map.alarm', { count: alarms })}</strong> : null}
              <em>{devices === undefined ? '—' : numberText(devices, language)}</em>
            </button>
          </li>
        ))}
      </ul>
      <h3>
        {column.name}
        {column.campus !== column.name && <small>{column.campus}</small>}
      </h3>
    </section>
  )
}

interface FloorProps {
  readonly floor: Standing
  readonly alarms: readonly { readonly roomId: string | null; readonly count: number }[]
  readonly note: ReactNode
}

/** The plan of a floor with the states and alarms of its rooms; the rooms as tiles where it has none. */
function FloorPanel({ floor, alarms, note }: FloorProps): ReactNode {
  const { word, say } = useWords()
  const { parts } = useBoardCalls(`map.${floor.id}`, { plan: boardCall(floorPlanView, '/eam/plc/', { locationId: floor.id }) })
  const view = parts.plan.data
  const alarmsIn = (room: PlanRoom): number => alarms.find(({ roomId }) => roomId === room.id)?.count ?? 0
  const drawn = drawnIn(view?.rooms ?? [], {})
  return (
    <PartPanel
      area="plan"
      title={view?.floorName ?? floor.name}
      note={note}
      part={parts.plan}
      isEmpty={view !== undefined && view.rooms.length === 0}
      none={word('board.map.noRooms')}
    >
      {view?.plan ? (
        <PlanStage address={fileAddress(view.plan.picture)} label={say(planWords.drawn)} drawn={drawn} chosen={undefined}>
          {drawn.map(({ room, points }) =>
            alarmsIn(room) > 0 ? (
              <b key={room.id} className="eam-board-alarm" style={placeOf(middleOf(points))}>
                {word('board.map.alarm', { count: alarmsIn(room) })}
              </b>
            ) : null,
          )}
        </PlanStage>
      ) : (
        <ul className="eam-board-rooms">
          {view?.rooms.slice(0, mostRooms).map((room) => (
            <li key={room.id} data-tone={alarmsIn(room) > 0 ? 'bad' : (toneIn(room) ?? 'plain')}>
              <Leading to={listOf('/eam/device', { locationId: room.id })} right={ofDevices}>
                {room.name}
              </Leading>
              <em>{countIn(room) ?? '—'}</em>
            </li>
          ))}
        </ul>
      )}
    </PartPanel>
  )
}
