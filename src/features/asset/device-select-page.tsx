import type { ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { device } from '#contract/entities/asset/device/device.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { useView } from '#src/data/view.ts'
import { EntityList } from '#src/kit/list/entity-list.tsx'
import { useListState } from '#src/kit/list/use-list-state.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { Parts } from '#src/kit/parts.tsx'
import { addressWith } from './select-for.ts'

/** Chooses one device, which opens the page that the address is for, or several for labels and common acts. */
export function DeviceSelectPage(): ReactNode {
  const { view, error, retry } = useView(device)
  return view ? <Choice view={view} /> : <Outcome isLoading={!error} error={error} onRetry={() => void retry()} />
}

function Choice({ view }: { readonly view: View }): ReactNode {
  const navigate = useNavigate()
  const purpose = useSearchParams()[0].get('for')
  const [state, change] = useListState(view, false)
  return (
    <EntityList
      view={view}
      state={state}
      change={change}
      onOpen={(row) => void navigate(addressWith(purpose, row.id))}
      actions={(selected) => <Parts at="device.list" given={{ selected }} isTogether />}
    />
  )
}
