import { CheckCircleFilled, ExclamationCircleFilled } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { useWords } from '#src/words/words.ts'
import { nodeName } from '../tree/sentences.ts'
import { find } from '../tree/tree-edit.ts'
import { useTelling } from '../use-telling.ts'
import { useDrawing } from './drawing-store.ts'
import { itemIn } from './flow-canvas.tsx'

/** Everything that keeps the draft from being published; a click goes to the node. */
export function FaultList(): ReactNode {
  const { word, language } = useWords()
  const telling = useTelling()
  const faults = useDrawing((drawing) => drawing.faults)
  const tree = useDrawing((drawing) => drawing.designer.tree)
  const act = useDrawing((drawing) => drawing.act)
  const all = [...faults.values()].flat()
  const nameOf = (id: string): string => {
    const found = find(tree, id)
    if (found?.is === 'node') return nodeName(found.node, telling)
    if (!found) return word('flow.start')
    return found.branch.name || (found.isDefault ? word('flow.otherwise') : word('flow.branch', { n: found.index + 1 }))
  }
  return (
    <section className="eam-flow-faults" aria-label={word('flow.faultList')}>
      <strong role="status">
        {all.length === 0 ? (
          <>
            <CheckCircleFilled className="eam-flow-fine" /> {word('flow.noFaults')}
          </>
        ) : (
          <>
            <ExclamationCircleFilled className="eam-flow-bad" /> {word('flow.faults', { n: all.length })}
          </>
        )}
      </strong>
      <ul>
        {all.slice(0, 50).map((fault) => (
          <li key={`${fault.nodeId} ${fault.zh}`}>
            <button
              type="button"
              onClick={() => {
                act({ do: 'open', id: fault.nodeId })
                const item = itemIn(document, fault.nodeId)
                item?.focus({ preventScroll: true })
                item?.scrollIntoView({ block: 'center', inline: 'center' })
              }}
            >
              <b>{nameOf(fault.nodeId)}</b>
              {word('mark.colon')}
              {fault[language]}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
