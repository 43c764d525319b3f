import { CloseOutlined } from '@ant-design/icons'
import { memo, type ReactNode } from 'react'
import type { Branch, NodeKind } from '#contract/entities/flow/tree.ts'
import { useWords } from '#src/words/words.ts'
import { branchText } from '../tree/sentences.ts'
import { useItem } from '../use-item.ts'
import { useTelling } from '../use-telling.ts'
import { useDrawing } from './drawing-store.ts'
import { NodeBadge } from './node-badge.tsx'

interface Props {
  readonly branch: Branch
  readonly holder: NodeKind
  readonly index: number
  readonly isDefault: boolean
  readonly level: number
}

/** The head of a branch: its name, and the conditions under which it is taken. */
export const BranchHead = memo(function BranchHead({ branch, holder, index, isDefault, level }: Props): ReactNode {
  const { word } = useWords()
  const telling = useTelling()
  const isReadOnly = useDrawing((drawing) => drawing.isReadOnly)
  const act = useDrawing((drawing) => drawing.act)
  const text = branchText(branch, isDefault, telling)
  const name = branch.name || (isDefault ? word('flow.otherwise') : word('flow.branch', { n: index + 1 }))
  const priority = holder === 'condition' && !isDefault ? word('flow.priority', { n: index + 1 }) : ''
  const item = useItem(branch.id, level, [name, priority, text === name ? '' : text])
  return (
    <div {...item.given} className={`eam-flow-head eam-flow-of-${holder} ${item.className}`}>
      <div className="eam-flow-title">
        <span>{name}</span>
        {priority && <small>{priority}</small>}
        {!isReadOnly && !isDefault && (
          <button
            type="button"
            tabIndex={-1}
            aria-hidden="true"
            title={word('flow.remove')}
            className="eam-flow-close"
            onClick={(event) => {
              event.stopPropagation()
              act({ do: 'remove', id: branch.id })
            }}
          >
            <CloseOutlined />
          </button>
        )}
      </div>
      {text && text !== name && <div className="eam-flow-text">{text}</div>}
      <NodeBadge id={branch.id} />
    </div>
  )
})
