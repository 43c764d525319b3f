import { MinusOutlined, PlusOutlined } from '@ant-design/icons'
import { App, Button, Empty, Upload } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { floorPlanView } from '#contract/calls/place/floor-plan.ts'
import { floorPlan } from '#contract/entities/place/floor-plan.ts'
import { mimesOf, onlyTypes } from '#contract/kit/fields/file-types.ts'
import { useCall, useRemove, useSubmit } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { uploadFile } from '#src/data/upload.ts'
import { fileAddress } from '#src/kit/file-address.ts'
import { instantly } from '#src/kit/form/unsaved.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { saveFile } from '#src/kit/save-file.ts'
import { useTabTitle } from '#src/kit/tab-title.ts'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'
import { NoFloor } from './no-floor.tsx'
import { PlanEditor } from './plan-editor.tsx'
import { planPng } from './plan-png.ts'
import { DevicesInRoom, PlanRooms } from './plan-rooms.tsx'
import { drawnIn, type PlanView } from './public/plan-draft.ts'
import { PlanStage } from './public/plan-stage.tsx'
import { planWords } from './public/plan-words.ts'
import './floor-plan.css'

const { types } = floorPlan.fields.picture
const zooms = { least: 1, most: 4, step: 0.5 } as const

/** Puts a picture below the rooms of a floor, the first one or another. */
function PictureButton({ view, isFirst }: { readonly view: PlanView; readonly isFirst?: boolean }): ReactNode {
  const { word, say } = useWords()
  const notice = useNotice()
  const submit = useSubmit(floorPlan)
  const [isBusy, setBusy] = useState(false)
  const take = async (file: File): Promise<void> => {
    if (!mimesOf(types).includes(file.type)) return notice.warn(say(onlyTypes(types)))
    setBusy(true)
    try {
      const picture = [await uploadFile(file)]
      const { plan, floorId } = view
      await submit.mutateAsync(plan ? { id: plan.id, version: plan.version, picture } : { floorId, picture })
      if (plan) notice.done(word('plan.replaced'))
    } catch (thrown) {
      notice.failed(thrown)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Upload
      accept={mimesOf(types).join()}
      showUploadList={false}
      beforeUpload={(file) => {
        void take(file)
        return false
      }}
    >
      <Button type={isFirst ? 'primary' : 'default'} loading={isBusy}>
        {word(isFirst ? 'plan.upload' : 'plan.replace')}
      </Button>
    </Upload>
  )
}

/** The plan of a floor with its rooms and how many devices are in each. */
export function FloorPlanPage(): ReactNode {
  const { word, say } = useWords()
  const [query, setQuery] = useSearchParams()
  const given = query.get('location') ?? ''
  // The plan that is drawn on: it stays open until the drawing is saved or given up.
  const [drawn, setDrawn] = useState<{ readonly view: PlanView; readonly place: string }>()
  const place = drawn?.place ?? given
  const found = useCall(floorPlanView, { locationId: place }, place !== '')
  const mayDraw = useRight('floorPlan.submit')
  const [zoom, setZoom] = useState(1)
  const view = found.data ?? drawn?.view
  useTabTitle(view && word('plan.title', { floor: view.floorName }))
  if (place === '') return <NoFloor />
  if (!view) return <Outcome isLoading={found.isPending} error={found.error} onRetry={() => void found.refetch()} />
  if (!view.plan && !drawn)
    return (
      <div className="eam-panel">
        <Empty description={say(planWords.none)}>
          <p className="eam-hint">{word(mayDraw ? 'plan.noneHelp' : 'plan.noneView')}</p>
          {mayDraw && <PictureButton view={view} isFirst />}
        </Empty>
      </div>
    )
  const zoomed = (by: number): void => setZoom(Math.min(zooms.most, Math.max(zooms.least, zoom + by)))
  return (
    <>
      <div className="eam-plan-zoom">
        <Button
          icon={<MinusOutlined />}
          aria-label={word('plan.smaller')}
          title={word('plan.smaller')}
          disabled={zoom <= zooms.least}
          onClick={() => zoomed(-zooms.step)}
        />
        <output>{`${Math.round(zoom * 100)}%`}</output>
        <Button
          icon={<PlusOutlined />}
          aria-label={word('plan.larger')}
          title={word('plan.larger')}
          disabled={zoom >= zooms.most}
          onClick={() => zoomed(zooms.step)}
        />
      </div>
      {drawn ? (
        <PlanEditor
          key={drawn.view.floorId}
          newest={view}
          zoom={zoom}
          place={place}
          asked={given}
          onPlace={(to) => setQuery({ location: to }, { replace: true })}
          onDone={() => setDrawn(undefined)}
          onReload={() => found.refetch()}
        />
      ) : (
        <PlanReader
          key={view.floorId}
          view={view}
          zoom={zoom}
          start={given}
          mayDraw={mayDraw}
          onDraw={() => setDrawn({ view, place: given })}
        />
      )}
    </>
  )
}

interface ReaderProps {
  readonly view: PlanView
  readonly zoom: number
  /** The place that was asked for. */
  readonly start: string
  readonly mayDraw: boolean
  readonly onDraw: () => void
}

function PlanReader({ view, zoom, start, mayDraw, onDraw }: ReaderProps): ReactNode {
  const { word, say } = useWords()
  const { modal } = App.useApp()
  const notice = useNotice()
  const remove = useRemove(floorPlan)
  const mayRemove = useRight('floorPlan.remove')
  const [chosen, setChosen] = useState<string | undefined>(start)
  const plan = view.plan!
  const room = view.rooms.find(({ id }) => id === chosen)
  const drawn = drawnIn(view.rooms, {})
  const title = word('plan.title', { floor: view.floorName })
  const toPng = (): void => {
    planPng(plan.picture, drawn).then(
      (blob) => saveFile({ blob, name: `${title}.png` }),
      () => notice.warn(word('plan.pngFailed')),
    )
  }
  const ask = (): void => {
    modal.confirm({
      ...instantly,
      title: word('plan.removeAsk', { count: drawn.length }),
      okButtonProps: { danger: true },
      onOk: () => notice.tell(remove.mutateAsync([plan.id]), word('plan.removed')),
    })
  }
  return (
    <div className="eam-plan">
      <div className="eam-plan-bar">
        <h1>{title}</h1>
        <Link className="ant-btn ant-btn-default" to={`/form/eam/floor-plan-print?location=${view.floorId}`}>
          {word('plan.print')}
        </Link>
        <Button onClick={toPng}>{word('plan.png')}</Button>
        {mayDraw && <PictureButton view={view} />}
        {mayRemove && (
          <Button danger onClick={ask}>
            {word('plan.remove')}
          </Button>
        )}
        {mayDraw && (
          <Button type="primary" onClick={onDraw}>
            {word('plan.edit')}
          </Button>
        )}
      </div>
      <PlanStage
        address={fileAddress(plan.picture)}
        label={say(planWords.drawn)}
        drawn={drawn}
        chosen={chosen}
        onChoose={setChosen}
        zoom={zoom}
      />
      <aside className="eam-plan-side">
        <h2>{word('plan.rooms')}</h2>
        <PlanRooms rooms={view.rooms} isDrawn={({ outline }) => outline !== null} chosen={chosen} onChoose={setChosen} />
        {room?.devices && <DevicesInRoom room={room} />}
      </aside>
    </div>
  )
}
