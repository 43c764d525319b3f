import { DeleteOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { Entity } from '#contract/kit/entity/entity.ts'
import { machinesOf } from '#contract/registry.ts'
import type { Row } from '#src/data/hooks.ts'
import { StepButtons } from '#src/kit/record/step-buttons.tsx'
import { useWords } from '#src/words/words.ts'

interface Props {
  readonly selected: readonly Row[]
  readonly onClear: () => void
}

/** Number of selected rows; replaces the search. */
export function SelectionCount({ selected, onClear }: Props): ReactNode {
  const { word } = useWords()
  return (
    <span className="eam-chosen" aria-live="polite">
      <strong>{word('list.chosen', { count: selected.length })}</strong>
      <Button type="link" size="small" onClick={onClear}>
        {word('list.clearChosen')}
      </Button>
    </span>
  )
}

/** Bulk actions for the selected rows: their common steps, and deletion. */
export function SelectionActs({
  of,
  selected,
  onClear,
  onRemove,
}: Props & { readonly of: Entity; readonly onRemove: (() => void) | undefined }): ReactNode {
  const { word } = useWords()
  return (
    <>
      {machinesOf(of).map((on) => {
        const names = Object.entries(on.steps)
          .filter(([name, step]) => step.many && !step.inner && selected.every((row) => row.can?.includes(name)))
          .map(([name]) => name)
        // The list may show newer versions of its rows than were chosen, so that they are sent by their ids alone.
        const rows = selected.map(({ version: _, ...row }): Row => row)
        return <StepButtons key={on.field} on={on} rows={rows} names={names} onDone={onClear} />
      })}
      {onRemove && (
        <Button danger icon={<DeleteOutlined />} onClick={onRemove}>
          {word('list.remove')}
        </Button>
      )}
    </>
  )
}
