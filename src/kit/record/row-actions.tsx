import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { Entity } from '#contract/kit/entity.ts'
import { machinesOf } from '#contract/registry.ts'
import type { Row } from '#src/data/hooks.ts'
import { useWords } from '#src/words/words.ts'
import { StepButtons } from './step-buttons.tsx'
import { useRemoval } from './use-removal.ts'

export type Allows = (row: Row, name: string) => boolean

interface Props {
  readonly of: Entity
  readonly row: Row
  /** Hides steps and `submit` that are not this person's to take, in addition to the server's rights and states. */
  readonly allows?: Allows
  readonly onEdit?: () => void
  readonly onRemoved?: () => void
  /** More of the page's own, between editing and deleting. */
  readonly more?: ReactNode
}

/** The actions that the server allows this person on this row now, as buttons. */
export function RowActions({ of, row, allows, onEdit, onRemoved, more }: Props): ReactNode {
  const { word } = useWords()
  const can = (row.can ?? []).filter((name) => allows?.(row, name) ?? true)
  const ask = useRemoval(of, row, onRemoved)
  return (
    <div className="eam-actions">
      {machinesOf(of).map((on) => (
        <StepButtons key={on.field} on={on} rows={[row]} names={Object.keys(on.steps).filter((name) => can.includes(name))} />
      ))}
      {can.includes('submit') && onEdit && (
        <Button type="primary" onClick={onEdit}>
          {word('record.edit')}
        </Button>
      )}
      {more}
      {can.includes('remove') && (
        <Button danger onClick={ask}>
          {word('record.remove')}
        </Button>
      )}
    </div>
  )
}
