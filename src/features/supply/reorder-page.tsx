import { type ReactNode, useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { planParts } from '#contract/calls/supply/reorder.ts'
import { devicePart } from '#contract/entities/asset/parts/device-part.ts'
import type { View } from '#contract/kit/entity/view.ts'
import type { Row } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { useView } from '#src/data/view.ts'
import { CallButton } from '#src/kit/form/call-button.tsx'
import { EntityList } from '#src/kit/list/entity-list.tsx'
import { useListState } from '#src/kit/list/use-list-state.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { RecordDrawer } from '#src/kit/record/record-drawer.tsx'

const columns = ['partName', 'partModel', 'warehouse', 'manufacturer', 'quantity', 'reserved', 'minimum', 'ordered', 'suggested', 'reorder']

/** Parts in stock at or below their minimum, what open plans bring of them, and a purchase plan of what is still to be ordered. */
export function ReorderPage(): ReactNode {
  const { view, error, retry } = useView(devicePart)
  const shown = useMemo(
    () =>
      view && {
        ...view,
        fields: Object.fromEntries(Object.entries(view.fields).map(([name, field]) => [name, { ...field, list: columns.includes(name) }])),
      },
    [view],
  )
  if (!shown) return <Outcome isLoading={!error} error={error} onRetry={() => void retry()} />
  return <Reorder view={shown} />
}

/** Where an address asks for one state alone, as that of the first page does, the list shows that one. */
function Reorder({ view }: { readonly view: View }): ReactNode {
  const [state, change] = useListState(view, true)
  const navigate = useNavigate()
  const mayPlan = useRight(planParts.may)
  const plan = (selected: readonly Row[], deselect: () => void): ReactNode =>
    selected.length > 0 && (
      <CallButton
        of={planParts}
        given={{ ids: selected.map((row) => row.id) }}
        onDone={(saved) => {
          deselect()
          void navigate(`/eam/purchase-plan?open=${saved.id}`)
        }}
      />
    )
  return (
    <>
      <EntityList
        view={view}
        state={state}
        change={change}
        fixed={state.filters.reorder ? {} : { reorder: 'due,ordered' }}
        onOpen={(row) => change({ open: row.id })}
        actions={mayPlan ? plan : undefined}
        isReadOnly
      />
      <RecordDrawer view={view} id={state.open} onClose={() => change({ open: undefined })} onEdit={() => undefined} allows={() => false} />
    </>
  )
}
