import { PlusOutlined } from '@ant-design/icons'
import { type KeyboardEvent, memo, type ReactNode, useState } from 'react'
import { type Branch, branchesOf, endId, type FlowNode, startId } from '#contract/entities/flow/tree.ts'
import { useWords } from '#src/words/words.ts'
import { useItem } from '../use-item.ts'
import { BranchHead } from './branch-head.tsx'
import { useDrawing } from './drawing-store.ts'
import { NodeBadge } from './node-badge.tsx'
import { NodeCard } from './node-card.tsx'

interface DrawingProps {
  readonly label: string
  /** Takes the keys of its items. */
  readonly onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void
}

/** A whole definition as a vertical tree, from its start to its end. */
export function FlowDrawing({ label, onKeyDown }: DrawingProps): ReactNode {
  const nodes = useDrawing((drawing) => drawing.designer.tree.nodes)
  const isReadOnly = useDrawing((drawing) => drawing.isReadOnly)
  const isDragging = useDrawing((drawing) => drawing.dragged !== undefined)
  return (
    <div
      role="tree"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={onKeyDown}
      className={`eam-flow-tree${isReadOnly ? ' eam-flow-still' : ''}${isDragging ? ' eam-flow-dragging' : ''}`}
    >
      <Terminal id={startId} />
      <Sequence nodes={nodes} id={startId} level={1} />
      <Terminal id={endId} />
    </div>
  )
}

function Terminal({ id }: { readonly id: typeof startId | typeof endId }): ReactNode {
  const { word } = useWords()
  const isStart = id === startId
  const name = word(isStart ? 'flow.start' : 'flow.end')
  const item = useItem(id, 1, isStart ? [name, word('flow.startSays')] : [name])
  return (
    <div {...item.given} className={`${isStart ? 'eam-flow-card eam-flow-start' : 'eam-flow-last'} ${item.className}`}>
      {isStart ? (
        <>
          <div className="eam-flow-title">
            <span>{name}</span>
          </div>
          <div className="eam-flow-text">{word('flow.startSays')}</div>
          <NodeBadge id={id} />
        </>
      ) : (
        <span>{name}</span>
      )}
    </div>
  )
}

interface SequenceProps {
  readonly nodes: readonly FlowNode[]
  readonly id: string
  readonly level: number
}

/** Nodes below each other with a plus on every line; drawn again only when one of its own nodes has changed. */
const Sequence = memo(function Sequence({ nodes, id, level }: SequenceProps): ReactNode {
  return (
    <div className="eam-flow-sequence">
      <Gap sequence={id} index={0} />
      {nodes.map((node, index) => (
        <Step key={node.id} node={node} sequence={id} index={index} level={level} />
      ))}
    </div>
  )
})

interface StepProps {
  readonly node: FlowNode
  readonly sequence: string
  readonly index: number
  readonly level: number
}

const Step = memo(function Step({ node, sequence, index, level }: StepProps): ReactNode {
  return (
    <>
      <NodeCard node={node} level={level} />
      <Branches node={node} level={level + 1} />
      <Gap sequence={sequence} index={index + 1} />
    </>
  )
})

function Branches({ node, level }: { readonly node: FlowNode; readonly level: number }): ReactNode {
  const branches = branchesOf(node)
  if (branches.length === 0) return null
  const isDefault = (branch: Branch): boolean => node.kind === 'condition' && branch === node.otherwise
  return (
    <div className="eam-flow-branches">
      {branches.map((branch, index) => (
        <div key={branch.id} className="eam-flow-branch">
          <BranchHead branch={branch} holder={node.kind} index={index} isDefault={isDefault(branch)} level={level} />
          <Sequence nodes={branch.nodes} id={branch.id} level={level + 1} />
        </div>
      ))}
    </div>
  )
}

/** A line with its plus; a dragged node is put down here. */
const Gap = memo(function Gap({ sequence, index }: { readonly sequence: string; readonly index: number }): ReactNode {
  const { word } = useWords()
  const [isOver, setOver] = useState(false)
  const isReadOnly = useDrawing((drawing) => drawing.isReadOnly)
  const act = useDrawing((drawing) => drawing.act)
  const put = useDrawing((drawing) => drawing.put)
  if (isReadOnly) return <div className="eam-flow-gap" />
  return (
    <div className={`eam-flow-gap${isOver ? ' eam-flow-over' : ''}`}>
      <button
        type="button"
        tabIndex={-1}
        aria-hidden="true"
        title={word('flow.addHere')}
        className="eam-flow-plus"
        onClick={(event) => {
          const { right, top } = event.currentTarget.getBoundingClientRect()
          put({ menu: { spot: { sequence, index }, x: right + 8, y: top } })
        }}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          act({ do: 'move', id: event.dataTransfer.getData('text/plain'), spot: { sequence, index } })
          put({ dragged: undefined })
        }}
      >
        <PlusOutlined />
      </button>
    </div>
  )
})
