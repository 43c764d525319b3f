import { Button } from 'antd'
import type { ReactNode } from 'react'
import { rightOf } from '#contract/kit/entity/entity.ts'
import type { LinkField } from '#contract/kit/fields/field.ts'
import { entityNamed } from '#contract/registry.ts'
import { useRight } from '#src/data/session.ts'
import { showRecord } from '#src/kit/dialog/ask.ts'

interface Props {
  readonly field: LinkField
  readonly id: string
  readonly children: ReactNode
}

/** The title of a linked row; opens the row in a dialog if the person may read it. */
export function LinkedRow({ field, id, children }: Props): ReactNode {
  const of = entityNamed(field.to)
  const may = useRight(rightOf(of, 'detail'))
  if (!of.peek || !may) return children
  return (
    <Button type="link" size="small" className="eam-linked" onClick={() => showRecord(of, id)}>
      {children}
    </Button>
  )
}
