import { useEffect } from 'react'
import { onCallNow } from '#contract/calls/service/on-call.ts'
import { useCall } from '#src/data/hooks.ts'

/** Before it is asked again after a failure. */
const againMs = 60_000

/**
 * Who is on call now. Changes of rotas come with the live stream; where time alone changes the answer, such as at the end of a shift, it is asked again at that
 * moment. The server says in how many seconds, so that the clock of the device does not matter.
 */
export function useOnCallNow(deptId: string | undefined, isOn: boolean) {
  const answer = useCall(onCallNow, deptId ? { deptId } : {}, isOn)
  const { data, dataUpdatedAt, errorUpdatedAt, refetch } = answer
  const changesIn = data?.changesIn
  useEffect(() => {
    if (!isOn || changesIn === undefined) return undefined
    const due = errorUpdatedAt > dataUpdatedAt ? errorUpdatedAt + againMs : dataUpdatedAt + changesIn * 1000
    const timer = setTimeout(() => void refetch(), Math.max(1000, due - Date.now()))
    return () => clearTimeout(timer)
  }, [isOn, changesIn, dataUpdatedAt, errorUpdatedAt, refetch])
  return answer
}
