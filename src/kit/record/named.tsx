import type { ReactNode } from 'react'
import type { Entity } from '#contract/kit/entity/entity.ts'
import type { Row } from '#src/data/hooks.ts'
import { useWords } from '#src/words/words.ts'
import { recordName } from './record-name.ts'

/** The name of a record with its number small beside it. */
export function Named({ of, row }: { readonly of: Entity; readonly row: Row }): ReactNode {
  const { language } = useWords()
  const { name, number } = recordName(of, row, language)
  return (
    <>
      {name} {number && <small className="eam-number">{number}</small>}
    </>
  )
}
