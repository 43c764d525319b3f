import type { floorPlanView } from '#contract/calls/place/floor-plan.ts'
import { deviceState } from '#contract/entities/asset/device/device-states.ts'
import { corners, outlineFault, outlineOf, type Point, pointsOf } from '#contract/entities/place/outline.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import type { Tone } from '#contract/kit/fields/field.ts'
import type { Words } from '#contract/kit/words.ts'

export type PlanView = AnswerOf<typeof floorPlanView>
export type PlanRoom = PlanView['rooms'][number]

/** What was drawn and is not saved, by room; null takes a room from the plan. */
export type Outlines = Readonly<Record<string, readonly Point[] | null>>

/** Unsaved outlines with the former ones, the newest last, so that each act can be undone. */
export interface PlanDraft {
  readonly changes: Outlines
  readonly past: readonly Outlines[]
}

/** Whether a view is of another plan, of another version of it, or of other rooms. */
export function differs(one: PlanView, other: PlanView): boolean {
  const idsOf = ({ rooms }: PlanView): string =>
    rooms
      .map(({ id }) => id)
      .toSorted()
      .join()
  return one.plan?.id !== other.plan?.id || one.plan?.version !== other.plan?.version || idsOf(one) !== idsOf(other)
}

const mostUndone = 100

export const noDraft: PlanDraft = { changes: {}, past: [] }

/** Puts an outline into a draft, or takes a room from the plan. */
export const putOutline = ({ changes, past }: PlanDraft, roomId: string, points: readonly Point[] | null): PlanDraft => ({
  changes: { ...changes, [roomId]: points },
  past: [...past, changes].slice(-mostUndone),
})

/** The draft before the last act. */
export const undone = ({ changes, past }: PlanDraft): PlanDraft => ({ changes: past.at(-1) ?? changes, past: past.slice(0, -1) })

/** The corners of a room as they would be saved; undefined for one that is not drawn. */
export function pointsIn(room: PlanRoom, changes: Outlines): readonly Point[] | undefined {
  const changed = changes[room.id]
  if (changed !== undefined) return changed ?? undefined
  return room.outline === null ? undefined : pointsOf(room.outline)
}

/** A room with the corners that are shown of it. */
export interface DrawnRoom {
  readonly room: PlanRoom
  readonly points: readonly Point[]
}

/** The rooms that are drawn. */
export const drawnIn = (rooms: readonly PlanRoom[], changes: Outlines): DrawnRoom[] =>
  rooms.flatMap((room) => {
    const points = pointsIn(room, changes)
    return points ? [{ room, points }] : []
  })

/** The rooms of a plan as its draft names them: saved ones by their id, with the outline where it changes. */
export function roomsToSave(rooms: readonly PlanRoom[], changes: Outlines): object[] {
  return rooms.flatMap((room) => {
    const points = pointsIn(room, changes)
    if (!points) return []
    const changed = changes[room.id] ? { outline: outlineOf(points) } : {}
    return [room.drawnId ? { id: room.drawnId, ...changed } : { roomId: room.id, ...changed }]
  })
}

/** Why a drawn room cannot be saved, with its name. */
export function faultIn(rooms: readonly PlanRoom[], changes: Outlines): { readonly room: PlanRoom; readonly fault: Words } | undefined {
  for (const room of rooms) {
    const points = changes[room.id]
    const fault = points ? outlineFault(points) : undefined
    if (fault) return { room, fault }
  }
  return undefined
}

/** How many devices a room has; undefined for people who may not see devices. */
export const countIn = ({ devices }: PlanRoom): number | undefined => devices?.reduce((sum, { count }) => sum + count, 0)

/** How many devices of a room are in which state, in words; empty without devices. */
export const statesIn = ({ devices }: PlanRoom, say: (words: Words) => string): string =>
  (devices ?? []).map(({ state, count }) => `${say(deviceState(state))} ${count}`).join(' · ')

const order: readonly Tone[] = ['bad', 'warn', 'extra', 'busy', 'good', 'plain']

/** The tone of the state in a room that asks for most attention; undefined for a room without devices. */
export const toneIn = ({ devices }: PlanRoom): Tone | undefined =>
  order.find((tone) => devices?.some(({ state }) => deviceState(state).tone === tone))

/** Pixels around a point within which a click means that point. */
const snap = 14

/** What a click does while an outline is drawn: near the first point it closes the outline; near the last, as the second of a double click, nothing. */
export function clickMeans(
  points: readonly Point[],
  at: Point,
  { width, height }: { readonly width: number; readonly height: number },
): 'close' | 'add' | 'nothing' {
  const isNear = (point: Point | undefined): boolean =>
    point !== undefined && Math.hypot((at.x - point.x) * width, (at.y - point.y) * height) < snap
  if (points.length >= corners.least && isNear(points[0])) return 'close'
  return isNear(points.at(-1)) ? 'nothing' : 'add'
}
