import { ExclamationCircleFilled } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { useWords } from '#src/words/words.ts'
import { useDrawing } from './drawing-store.ts'

const markWords = { added: 'flow.added', removed: 'flow.removed', changed: 'flow.changed', moved: 'flow.moved' } as const

/** What is wrong with a node, or how it differs from another version, on its card. */
export function NodeBadge({ id }: { readonly id: string }): ReactNode {
  const { word, language } = useWords()
  const faults = useDrawing((drawing) => drawing.faults.get(id))
  const mark = useDrawing((drawing) => drawing.marks?.get(id))
  if (mark) return <div className={`eam-flow-mark eam-flow-is-${mark}`}>{word(markWords[mark])}</div>
  if (!faults) return null
  return (
    <div className="eam-flow-fault">
      <ExclamationCircleFilled />
      <span>{faults.map((fault) => fault[language]).join(word('flow.sep'))}</span>
    </div>
  )
}
