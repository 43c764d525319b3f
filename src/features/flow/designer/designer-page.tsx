import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useParams } from 'react-router-dom'
import { flowDefinition } from '#contract/entities/flow/flow-definition.ts'
import { type FlowTree, plainTree } from '#contract/entities/flow/tree.ts'
import type { Approval } from '#contract/kit/entity/approval.ts'
import { type Row, titleIn, useDetail } from '#src/data/hooks.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { useTabTitle } from '#src/kit/tab-title.ts'
import { useWords } from '#src/words/words.ts'
import { useDraft } from '../tree/use-draft.ts'
import { useApproval } from '../use-approval.ts'
import { useNames } from '../use-names.ts'
import { AddMenu } from './add-menu.tsx'
import { DesignerHead } from './designer-head.tsx'
import { takeKey } from './designer-keys.ts'
import { DesignerTools } from './designer-tools.tsx'
import { DrawingContext, drawingOf, useDrawing, useDrawingStore } from './drawing-store.ts'
import { FaultList } from './fault-list.tsx'
import { FlowCanvas } from './flow-canvas.tsx'
import { NodeSettings } from './node-settings.tsx'
import './designer.css'

/** The designer of one approval flow. */
export function DesignerPage(): ReactNode {
  const { id = '' } = useParams()
  const detail = useDetail(flowDefinition, id)
  useTabTitle(detail.data && titleIn(flowDefinition, detail.data))
  const { approval, isPending } = useApproval(String(detail.data?.approvalKind))
  if (!detail.data || isPending)
    return <Outcome isLoading={detail.isPending || isPending} error={detail.error} onRetry={() => void detail.refetch()} />
  return <Designer key={id} row={detail.data} approval={approval} />
}

/** The draft of a definition; a definition without one begins with the plain tree. */
export const draftOf = (row: Row): FlowTree => (row.draft as FlowTree | null | undefined) ?? plainTree

function Designer({ row, approval }: { readonly row: Row; readonly approval: Approval | undefined }): ReactNode {
  const [store] = useState(() =>
    drawingOf({
      tree: draftOf(row),
      approval,
      isReadOnly: !(row.can ?? []).includes('submit'),
    }),
  )
  return (
    <DrawingContext value={store}>
      <Content row={row} />
    </DrawingContext>
  )
}

function Content({ row }: { readonly row: Row }): ReactNode {
  const { word } = useWords()
  const store = useDrawingStore()
  const isReadOnly = useDrawing((drawing) => drawing.isReadOnly)
  const draft = useDraft(row)
  return (
    <article className="eam-designer">
      <KnownNames />
      <DesignerHead row={row} draft={draft} />
      <div className="eam-designer-body">
        <FlowCanvas
          label={word('flow.drawing')}
          tools={!isReadOnly && <DesignerTools />}
          onKey={(event) => !isReadOnly && takeKey(event, store, () => void draft.save())}
        />
        {!isReadOnly && <NodeSettings />}
      </div>
      {!isReadOnly && <FaultList />}
      {!isReadOnly && <AddMenu />}
    </article>
  )
}

/** Asks for the names that the sentences of the drawing need. */
function KnownNames(): ReactNode {
  const tree = useDrawing((drawing) => drawing.designer.tree)
  const approval = useDrawing((drawing) => drawing.approval)
  const put = useDrawing((drawing) => drawing.put)
  const trees = useMemo(() => [tree], [tree])
  const names = useNames(trees, approval)
  // The same names in another map would draw every card again.
  const known = useDrawing((drawing) => drawing.names)
  useEffect(() => {
    const isSame = known.size === names.size && [...names].every(([key, name]) => known.get(key) === name)
    if (!isSame) put({ names })
  }, [known, names, put])
  return null
}
