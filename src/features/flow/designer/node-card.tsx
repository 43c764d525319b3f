import {
  CheckOutlined,
  CloseOutlined,
  ForkOutlined,
  PartitionOutlined,
  SendOutlined,
  StopOutlined,
  ThunderboltOutlined,
} from '@ant-design/icons'
import { type ComponentType, type HTMLAttributes, memo, type ReactNode } from 'react'
import { type FlowNode, type NodeKind, nodeKinds } from '#contract/entities/flow/tree.ts'
import { useWords } from '#src/words/words.ts'
import { nodeName, nodeText } from '../tree/sentences.ts'
import { useItem } from '../use-item.ts'
import { useTelling } from '../use-telling.ts'
import { useDrawing } from './drawing-store.ts'
import { NodeBadge } from './node-badge.tsx'
import { NodePeople } from './node-people.tsx'

/** The picture of each kind. */
export const kindIcons: Readonly<Record<NodeKind, ComponentType>> = {
  approve: CheckOutlined,
  copy: SendOutlined,
  condition: ForkOutlined,
  parallel: PartitionOutlined,
  automatic: ThunderboltOutlined,
  end: StopOutlined,
}

interface Props {
  readonly node: FlowNode
  readonly level: number
}

/** A node on the drawing: its name by the colour of its kind, and what it does in a sentence. */
export const NodeCard = memo(function NodeCard({ node, level }: Props): ReactNode {
  const { say, word } = useWords()
  const telling = useTelling()
  const isReadOnly = useDrawing((drawing) => drawing.isReadOnly)
  const isDragged = useDrawing((drawing) => drawing.dragged === node.id)
  const act = useDrawing((drawing) => drawing.act)
  const put = useDrawing((drawing) => drawing.put)
  const drag: Pick<HTMLAttributes<HTMLElement>, 'onDragStart' | 'onDragEnd'> = {
    onDragStart(event) {
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData('text/plain', node.id)
      put({ dragged: node.id })
    },
    onDragEnd: () => put({ dragged: undefined }),
  }
  const Icon = kindIcons[node.kind]
  const text = nodeText(node, telling)
  const name = nodeName(node, telling)
  const kind = say(nodeKinds[node.kind])
  const item = useItem(node.id, level, [name === kind ? '' : kind, name, text])
  return (
    <div
      {...item.given}
      className={`eam-flow-card eam-flow-${node.kind} ${item.className}${isDragged ? ' eam-flow-dragged' : ''}`}
      draggable={!isReadOnly}
      {...drag}
    >
      <div className="eam-flow-title">
        <Icon />
        <span>{name}</span>
        {!isReadOnly && (
          <button
            type="button"
            tabIndex={-1}
            aria-hidden="true"
            title={word('flow.remove')}
            className="eam-flow-close"
            onClick={(event) => {
              event.stopPropagation()
              act({ do: 'remove', id: node.id })
            }}
          >
            <CloseOutlined />
          </button>
        )}
      </div>
      <div className="eam-flow-text">{text}</div>
      {item.stage && <span className="eam-flow-unseen">{item.stage}</span>}
      <NodePeople id={node.id} />
      <NodeBadge id={node.id} />
    </div>
  )
})
