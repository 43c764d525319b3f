import type { ReactNode } from 'react'
import type { Op } from '#src/data/outbox/store/op.ts'
import { Parts } from '#src/kit/parts.tsx'

/** What modules add to an operation that needs a person: of its kind, and of every step on a row. A refused draft may have no row. */
export function QueueParts({ op }: { readonly op: Op }): ReactNode {
  return (
    <>
      <Parts at={`queue.${op.kind}`} given={{ op }} />
      {op.kind.endsWith('.submit') ? null : <Parts at={`queue.${op.target.type}`} given={{ op }} />}
    </>
  )
}
