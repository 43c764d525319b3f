import type { ReactNode } from 'react'
import { middleOf, outlineOf, type Point } from '#contract/entities/place/outline.ts'
import { countIn, type DrawnRoom, toneIn } from './plan-draft.ts'
import '../floor-plan.css'

interface Props {
  /** Where the picture is. */
  readonly address: string
  /** What the picture shows, for who does not see it. */
  readonly label: string
  readonly drawn: readonly DrawnRoom[]
  readonly chosen: string | undefined
  readonly onChoose?: (roomId: string) => void
  /** 1: as wide as there is room, as the style sheet says. */
  readonly zoom?: number
  /** Lies above the rooms. */
  readonly children?: ReactNode
}

/** A point as the place of something above the picture. */
export const placeOf = ({ x, y }: Point) => ({ insetInlineStart: `${x * 100}%`, insetBlockStart: `${y * 100}%` })

/** The picture of a floor with its rooms: each with its name, its count and the colour of its most urgent state. */
export function PlanStage({ address, label, drawn, chosen, onChoose, zoom = 1, children }: Props): ReactNode {
  return (
    <div className="eam-plan-scroll" dir="ltr">
      {/* The paper of the picture is white in every theme. */}
      <div className="eam-plan-stage" data-tones="light" style={zoom === 1 ? undefined : { inlineSize: `${zoom * 100}%` }}>
        <img src={address} alt={label} draggable={false} />
        <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
          {drawn.map(({ room, points }) => (
            // The list beside the picture has a button for each room.
            // biome-ignore lint/a11y/noStaticElementInteractions: pointers alone choose here
            <polygon
              key={room.id}
              points={outlineOf(points)}
              className={`eam-plan-room${room.id === chosen ? ' eam-plan-chosen' : ''}`}
              data-tone={toneIn(room) ?? 'plain'}
              onClick={onChoose && (() => onChoose(room.id))}
            />
          ))}
        </svg>
        {drawn.map(({ room, points }) => (
          <span key={room.id} className="eam-plan-name" style={placeOf(middleOf(points))} aria-hidden="true">
            {room.name}
            {countIn(room) !== undefined && <b>{countIn(room)}</b>}
          </span>
        ))}
        {children}
      </div>
    </div>
  )
}
