import { Button, Modal } from 'antd'
import type { ReactNode } from 'react'
import type { Machine } from '#contract/kit/entity/machine.ts'
import { useWords } from '#src/words/words.ts'

interface Props {
  readonly on: Machine
  readonly steps: readonly string[]
  /** The words of the column that the card was dropped on. */
  readonly column: string
  readonly onChoose: (step: string) => void
  readonly onLeft: () => void
}

/** Asks which step is meant, where several lead to the column of a drop. */
export function WhichStep({ on, steps, column, onChoose, onLeft }: Props): ReactNode {
  const { word, say } = useWords()
  return (
    <Modal open title={word('kanban.which', { state: column })} footer={null} onCancel={onLeft} width={420}>
      <div className="eam-kanban-steps">
        {steps.map((step) => (
          <Button key={step} block onClick={() => onChoose(step)}>
            {say(on.steps[step]!)}
          </Button>
        ))}
      </div>
    </Modal>
  )
}
