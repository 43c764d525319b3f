import { useCallback, useState } from 'react'
import type { View } from '#contract/kit/entity/view.ts'
import { person } from '#src/data/session.ts'
import { keep, kept } from '#src/data/stored.ts'
import type { ColumnChoice } from './column-choice.ts'
import { usualChoice } from './columns.tsx'

/** The person's column settings of a list; stored in this browser. */
export function useColumnChoice(view: View): [ColumnChoice, (next: ColumnChoice) => void] {
  const key = `columns:${view.entity.name}:${person()?.user_id ?? ''}`
  const [choice, setChoice] = useState<ColumnChoice>(() => kept<ColumnChoice>(key) ?? usualChoice(view))
  const choose = useCallback(
    (next: ColumnChoice) => {
      keep(key, next)
      setChoice(next)
    },
    [key],
  )
  return [choice, choose]
}
