import { type ReactNode, useEffect, useMemo } from 'react'
import type { FlowTree } from '#contract/entities/flow/tree.ts'
import type { Approval } from '#contract/kit/entity/approval.ts'
import type { Difference } from '../designer/compare-versions.ts'
import { DrawingContext, drawingOf } from '../designer/drawing-store.ts'
import { FlowCanvas } from '../designer/flow-canvas.tsx'
import type { NodeProgress } from '../instance-progress.ts'
import type { Names } from './sentences.ts'

interface Props {
  readonly tree: FlowTree
  readonly approval: Approval | undefined
  readonly names: Names
  readonly label: string
  readonly title?: ReactNode
  readonly marks?: ReadonlyMap<string, Difference>
  readonly progress?: ReadonlyMap<string, NodeProgress>
}

/** A drawing that is only looked at: a version, or a running approval. */
export function StillDrawing({ tree, approval, names, label, title, marks, progress }: Props): ReactNode {
  const store = useMemo(() => drawingOf({ tree, approval, isReadOnly: true }), [tree, approval])
  useEffect(
    () => store.getState().put({ names, ...(marks ? { marks } : {}), ...(progress ? { progress } : {}) }),
    [store, names, marks, progress],
  )
  return (
    <DrawingContext value={store}>
      <FlowCanvas label={label} tools={title} />
    </DrawingContext>
  )
}
