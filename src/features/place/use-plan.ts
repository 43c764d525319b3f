import { liveQuery } from 'dexie'
import { useEffect, useState } from 'react'
import { floorPlanView } from '#contract/calls/place/floor-plan.ts'
import { ApiError } from '#src/data/api-error.ts'
import { useCall } from '#src/data/hooks.ts'
import { fileAddress } from '#src/kit/file-address.ts'
import { useSync } from '#src/kit/phone/store/local-data.ts'
import { usePhoneStore } from '#src/kit/phone/store/phone-store.ts'
import { type KeptPlan, keepPlan, keptPlan } from './kept-plan.ts'
import type { PlanView } from './public/plan-draft.ts'

interface Plan {
  readonly view: PlanView | undefined
  /** Where its picture is. */
  readonly address: string | undefined
  /** When a kept plan was answered, milliseconds; undefined for the one of now. */
  readonly keptAt: number | undefined
  readonly error: Error | null
  readonly retry: () => void
}

interface Found {
  readonly roomId: string
  readonly plan: KeptPlan | undefined
  readonly address: string | undefined
}

/** The plan of the floor that a room is on: from the server, or as this phone keeps it while no answer comes. */
export function usePlan(roomId: string): Plan {
  const cache = usePhoneStore((state) => state.phoneStore?.cache)
  const { data, error, refetch, fetchStatus } = useCall(floorPlanView, { locationId: roomId })
  const { online } = useSync()
  // A refusal of the server is an answer: what it refuses now is not shown from before.
  const isCut = error instanceof ApiError && error.error === 'network'
  const isSilent = isCut || (!error && (!online || fetchStatus === 'paused'))
  const [found, setFound] = useState<Found>()
  const kept = found?.roomId === roomId ? found : undefined
  useEffect(() => {
    if (cache && data) keepPlan(cache, data).catch(() => {})
  }, [cache, data])
  useEffect(() => {
    if (!cache || !isSilent) return
    let address: string | undefined
    const release = (): void => {
      if (address) URL.revokeObjectURL(address)
    }
    // It may still be on its way into the store.
    const reading = liveQuery(() => keptPlan(cache, roomId)).subscribe({
      next: (plan) => {
        release()
        address = plan?.picture && URL.createObjectURL(new Blob([plan.picture.bytes], { type: plan.picture.type }))
        setFound({ roomId, plan, address })
      },
      error: () => setFound({ roomId, plan: undefined, address: undefined }),
    })
    return () => {
      reading.unsubscribe()
      release()
      setFound(undefined)
    }
  }, [cache, isSilent, roomId])
  const retry = (): void => void refetch()
  // The picture of an answer from before may be on the server alone, so the kept plan goes first.
  if (isSilent && kept?.plan) return { view: kept.plan.view, address: kept.address, keptAt: kept.plan.at, error: null, retry }
  if (data) return { view: data, address: data.plan ? fileAddress(data.plan.picture) : undefined, keptAt: undefined, error: null, retry }
  // Nothing is missing before this phone's own storage has answered.
  const missing = kept ? (error ?? new ApiError(0, 'network', '')) : null
  return { view: undefined, address: undefined, keptAt: undefined, error: isSilent ? missing : error, retry }
}
