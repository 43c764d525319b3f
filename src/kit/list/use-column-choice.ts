import { useCallback, useState } from 'react'
import type { View } from '#contract/kit/view.ts'
import { person } from '#src/data/session.ts'
import { keep, kept } from '#src/data/stored.ts'
import type { ColumnChoice } from './column-choice.ts'
import { usualChoice } from './columns.tsx'

/** What this person chose for the columns of a list; remembered on this computer. */
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
