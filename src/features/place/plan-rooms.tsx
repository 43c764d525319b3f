import { Tag } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { device } from '#contract/entities/asset/device/device.ts'
import { standingStates } from '#contract/entities/asset/device/device-states.ts'
import { type Row, useList } from '#src/data/hooks.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { Shown } from '#src/kit/shown.tsx'
import { useWords } from '#src/words/words.ts'
import { countIn, type PlanRoom, statesIn } from './public/plan-draft.ts'
import { planWords } from './public/plan-words.ts'

interface Props {
  readonly rooms: readonly PlanRoom[]
  readonly isDrawn: (room: PlanRoom) => boolean
  readonly chosen: string | undefined
  /** No other room can be chosen, as one is being drawn. */
  readonly isLocked?: boolean
  readonly onChoose: (roomId: string) => void
}

/** The rooms of a floor as a list: what the drawing shows, for the keyboard and for who does not see it. */
export function PlanRooms({ rooms, isDrawn, chosen, isLocked = false, onChoose }: Props): ReactNode {
  const { word, say } = useWords()
  if (rooms.length === 0) return <p className="eam-plan-hint">{word('plan.noRooms')}</p>
  return (
    <ul className="eam-plan-rooms" aria-label={word('plan.rooms')}>
      {rooms.map((room) => {
        const count = countIn(room)
        const states = statesIn(room, say)
        return (
          <li key={room.id}>
            <button
              type="button"
              disabled={isLocked && room.id !== chosen}
              aria-pressed={room.id === chosen}
              onClick={() => onChoose(room.id)}
            >
              <span>
                <b>{room.name}</b>
                {states && <small className="eam-hint"> {states}</small>}
              </span>
              <span>
                {!isDrawn(room) && <Tag>{word('plan.notDrawn')}</Tag>}
                {count !== undefined && say(planWords.devices(count))}
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

const mostShown = 20

const standing = (roomId: string) => ({ locationId: roomId, eamStatus: standingStates })

/** The devices that stand in a room by the book, as far as the person may see them. */
export function DevicesInRoom({ room }: { readonly room: PlanRoom }): ReactNode {
  const { word } = useWords()
  const list = useList(device, { ...standing(room.id), size: mostShown })
  const rows: readonly Row[] | undefined = list.data?.records
  return (
    <section aria-label={word('plan.devicesIn', { room: room.name })}>
      <h2>{word('plan.devicesIn', { room: room.name })}</h2>
      {!rows ? (
        <Outcome isLoading={list.isPending} error={list.error} onRetry={() => void list.refetch()} />
      ) : rows.length === 0 ? (
        <p className="eam-plan-hint">{word('plan.noDevices')}</p>
      ) : (
        <ul className="eam-plan-devices">
          {rows.map((row) => (
            <li key={row.id}>
              <Link to={`/eam/device/${row.id}`}>{String(row.deviceName)}</Link>
              <span className="eam-hint">{String(row.deviceCode ?? '')}</span>
              <Shown name="eamStatus" field={device.fields.eamStatus} row={row} />
            </li>
          ))}
        </ul>
      )}
      {rows && rows.length > 0 && <Link to={`/eam/device?${new URLSearchParams(standing(room.id))}`}>{word('plan.allDevices')}</Link>}
    </section>
  )
}
