import { Result } from 'antd'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { floorPlanView } from '#contract/calls/place/floor-plan.ts'
import { useCall } from '#src/data/hooks.ts'
import { fileAddress } from '#src/kit/file-address.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { PrintForm, PrintTable } from '#src/kit/record/print-form.tsx'
import { useTabTitle } from '#src/kit/tab-title.ts'
import { useWords } from '#src/words/words.ts'
import { NoFloor } from './no-floor.tsx'
import { countIn, drawnIn, type PlanRoom, statesIn } from './public/plan-draft.ts'
import { PlanStage } from './public/plan-stage.tsx'
import { planWords } from './public/plan-words.ts'
import './plan-print.css'

/** The plan of a floor on A4 across, with its rooms and how many devices the person sees in each. */
export function PlanPrintPage(): ReactNode {
  const { word, say } = useWords()
  const [query] = useSearchParams()
  const place = query.get('location') ?? ''
  const found = useCall(floorPlanView, { locationId: place }, place !== '')
  const view = found.data
  useTabTitle(view && `${view.floorName} ${word('plan.form')}`)
  if (place === '') return <NoFloor />
  if (!view) return <Outcome isLoading={found.isPending} error={found.error} onRetry={() => void found.refetch()} />
  if (!view.plan) return <Result status="info" title={say(planWords.none)} />
  const seesDevices = view.rooms.some((room) => countIn(room) !== undefined)
  const columns = [
    { name: 'room', label: word('plan.room'), isFigure: false, text: (room: PlanRoom) => room.name },
    ...(seesDevices
      ? [
          { name: 'count', label: word('plan.count'), isFigure: true, text: (room: PlanRoom) => String(countIn(room) ?? '') },
          { name: 'states', label: word('plan.states'), isFigure: false, text: (room: PlanRoom) => statesIn(room, say) },
        ]
      : []),
  ]
  return (
    <PrintForm
      isLandscape
      title={word('plan.form')}
      note={view.floorName}
      back={{ to: `/form/eam/floor-plan?location=${place}`, label: word('plan.toPlan') }}
    >
      <div className="eam-plan-print">
        <PlanStage
          address={fileAddress(view.plan.picture)}
          label={say(planWords.drawn)}
          drawn={drawnIn(view.rooms, {})}
          chosen={undefined}
        />
      </div>
      <PrintTable
        lines={view.rooms}
        columns={columns}
        foot={
          <>
            <th scope="row" colSpan={2}>
              {word('plan.sum', { count: view.rooms.length })}
            </th>
            {seesDevices && (
              <>
                <td className="eam-figure">{view.rooms.reduce((sum, room) => sum + (countIn(room) ?? 0), 0)}</td>
                <td />
              </>
            )}
          </>
        }
      />
    </PrintForm>
  )
}
