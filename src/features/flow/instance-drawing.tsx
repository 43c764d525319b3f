import { type ReactNode, useMemo } from 'react'
import type { FlowTree } from '#contract/entities/flow/tree.ts'
import type { Approval } from '#contract/kit/entity/approval.ts'
import { useWords } from '#src/words/words.ts'
import { progressOf } from './instance-progress.ts'
import type { Approving } from './phone/approving.ts'
import { StillDrawing } from './tree/still-drawing.tsx'
import { useNames } from './use-names.ts'

interface Props {
  readonly row: Approving
  readonly tree: FlowTree
  readonly approval: Approval | undefined
}

/** The drawing of a running or ended approval: what is done, where it waits, what comes. */
export function InstanceDrawing({ row, tree, approval }: Props): ReactNode {
  const { word } = useWords()
  const trees = useMemo(() => [tree], [tree])
  const names = useNames(trees, approval)
  const progress = useMemo(() => progressOf(tree, row.nodes, String(row.instanceStatus)), [tree, row])
  return (
    <StillDrawing
      tree={tree}
      approval={approval}
      names={names}
      progress={progress}
      label={word('flow.drawing')}
      title={<h2>{word('flow.drawing')}</h2>}
    />
  )
}
