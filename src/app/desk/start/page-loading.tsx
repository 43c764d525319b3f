import { type ReactNode, useEffect, useState } from 'react'
import { Outcome } from '#src/kit/outcome.tsx'
import { chunkLoadMs, chunkTimeout } from './chunk-fault.ts'

/** Stands for a page whose program is being loaded; throws for the error boundary once that takes too long. */
export function PageLoading(): ReactNode {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), chunkLoadMs)
    return () => clearTimeout(timer)
  }, [])
  if (isLate) throw chunkTimeout()
  return <Outcome isLoading error={null} onRetry={() => {}} />
}
