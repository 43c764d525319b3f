import { Alert, Button } from 'antd'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { floorPlan } from '#contract/entities/place/floor-plan.ts'
import type { Point } from '#contract/entities/place/outline.ts'
import { useSubmit } from '#src/data/hooks.ts'
import { fileAddress } from '#src/kit/file-address.ts'
import { BehindAlert } from '#src/kit/form/behind-alert.tsx'
import { useThrowAway } from '#src/kit/form/use-throw-away.ts'
import { useNotice } from '#src/kit/use-notice.ts'
import { useOnce } from '#src/kit/use-once.ts'
import { useWords } from '#src/words/words.ts'
import { CornerLayer, DrawLayer } from './plan-edit-layer.tsx'
import { PlanRooms } from './plan-rooms.tsx'
import { differs, drawnIn, faultIn, noDraft, type PlanView, pointsIn, putOutline, roomsToSave, undone } from './public/plan-draft.ts'
import { PlanStage } from './public/plan-stage.tsx'
import { planWords } from './public/plan-words.ts'

interface Props {
  /** The plan as it is on the server; it may be newer than the one that was opened. */
  readonly newest: PlanView
  readonly zoom: number
  /** The place whose floor is drawn. */
  readonly place: string
  /** The place that is asked for in this tab. */
  readonly asked: string
  readonly onPlace: (place: string) => void
  readonly onDone: () => void
  readonly onReload: () => Promise<unknown>
}

/** Draws the rooms of a floor. What is drawn stays until it is saved or given up, also when another person saved first. */
export function PlanEditor({ newest, zoom, place, asked, onPlace, onDone, onReload }: Props): ReactNode {
  const { word, say } = useWords()
  const notice = useNotice()
  const submit = useSubmit(floorPlan)
  const [base, setBase] = useState(newest)
  const [draft, setDraft] = useState(noDraft)
  const [chosen, setChosen] = useState<string>()
  const [drawing, setDrawing] = useState<readonly Point[]>()
  const [dragged, setDragged] = useState<readonly Point[]>()
  const isHalfDrawn = (drawing?.length ?? 0) > 0
  const isDirty = Object.keys(draft.changes).length > 0 || isHalfDrawn
  const { leave, forget } = useThrowAway(isDirty)
  // The address goes back to the floor that is drawn until the person has answered.
  const switchTo = useEffectEvent((to: string): void => {
    if (isDirty) onPlace(place)
    leave(() => {
      onDone()
      onPlace(to)
    })
  })
  useEffect(() => {
    if (asked !== place) switchTo(asked)
  }, [asked, place])
  const isSaving = submit.isPending || submit.isSuccess
  const isRemoved = newest.plan === null && !isSaving
  const isBehind = !isRemoved && !isSaving && differs(newest, base)
  const room = base.rooms.find(({ id }) => id === chosen)
  const points = room && pointsIn(room, draft.changes)
  const fault = faultIn(base.rooms, draft.changes)
  const put = (to: readonly Point[] | null): void => setDraft((now) => (chosen ? putOutline(now, chosen, to) : now))
  const choose = (id: string): void => {
    if (!isHalfDrawn) {
      setChosen(id)
      setDrawing(undefined)
    }
  }
  const close = (): void => {
    if (drawing) put(drawing)
    setDrawing(undefined)
  }
  const adopt = (keep: boolean): void => {
    setBase(newest)
    submit.reset()
    if (!newest.rooms.some(({ id }) => id === chosen)) {
      setChosen(undefined)
      setDrawing(undefined)
    }
    if (keep) return
    setDraft(noDraft)
    setDrawing(undefined)
  }
  const save = useOnce(async (): Promise<void> => {
    const rooms = roomsToSave(base.rooms, draft.changes)
    try {
      await submit.mutateAsync({ id: base.plan?.id, version: base.plan?.version, rooms })
      notice.done(word('plan.saved', { count: rooms.length }))
      forget()
      onDone()
    } catch {
      // The refusal is shown above the drawing, which keeps what was drawn.
      await onReload()
    }
  })
  const drawn = drawnIn(base.rooms, draft.changes)
    .filter((one) => !(drawing && one.room.id === chosen))
    .map((one) => (dragged && one.room.id === chosen ? { ...one, points: dragged } : one))
  const undo = (): void => (drawing?.length ? setDrawing(drawing.slice(0, -1)) : setDraft(undone))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the shortcut belongs to everything in it
    <div
      className="eam-plan"
      onKeyDown={(event) => {
        if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        undo()
      }}
    >
      <div className="eam-plan-bar">
        <h1>{word('plan.title', { floor: base.floorName })}</h1>
        <Button onClick={undo} disabled={draft.past.length === 0 && !isHalfDrawn}>
          {word('plan.undo')}
        </Button>
        <Button onClick={() => leave(onDone)}>{word('common.cancel')}</Button>
        <Button
          type="primary"
          loading={submit.isPending}
          disabled={Object.keys(draft.changes).length === 0 || Boolean(fault) || Boolean(drawing) || isBehind || isRemoved}
          onClick={() => void save()}
        >
          {word('common.save')}
        </Button>
      </div>
      <div>
        {submit.error && <Alert type="warning" showIcon role="alert" title={submit.error.message} />}
        {isRemoved && <Alert type="warning" showIcon role="alert" title={word('plan.removedMeanwhile')} />}
        {isBehind && <BehindAlert onChoose={adopt} />}
        {fault && <Alert type="error" showIcon role="alert" title={`${fault.room.name}: ${say(fault.fault)}`} />}
        <p className="eam-plan-hint">{room && drawing ? word('plan.drawing', { room: room.name }) : word('plan.choose')}</p>
        <PlanStage
          address={fileAddress(base.plan?.picture ?? '')}
          label={say(planWords.drawn)}
          drawn={drawn}
          chosen={chosen}
          onChoose={choose}
          zoom={zoom}
        >
          {room && drawing && <DrawLayer points={drawing} onPoints={setDrawing} onClose={close} onCancel={() => setDrawing(undefined)} />}
          {room && points && !drawing && <CornerLayer points={dragged ?? points} onDrag={setDragged} onPoints={put} />}
        </PlanStage>
      </div>
      <aside className="eam-plan-side">
        <h2>{word('plan.rooms')}</h2>
        {room && (
          <div className="eam-plan-acts">
            {drawing ? (
              <Button type="primary" disabled={drawing.length < 3} onClick={close}>
                {word('plan.close')}
              </Button>
            ) : (
              <Button type="primary" ghost onClick={() => setDrawing([])}>
                {word(points ? 'plan.redraw' : 'plan.draw')}
              </Button>
            )}
            {points && !drawing && (
              <Button danger onClick={() => put(null)}>
                {word('plan.erase')}
              </Button>
            )}
          </div>
        )}
        <PlanRooms
          rooms={base.rooms}
          isDrawn={(one) => pointsIn(one, draft.changes) !== undefined}
          chosen={chosen}
          isLocked={isHalfDrawn}
          onChoose={choose}
        />
      </aside>
    </div>
  )
}
