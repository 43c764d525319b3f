import { useCallback, useState } from 'react'
import { person } from '#src/data/session.ts'
import { keep, kept } from '#src/data/stored.ts'
import { type ColumnChoice, noChoice } from './column-choice.ts'
import { restColumns } from './columns.tsx'

/** What this person chose for the columns of a list; remembered on this computer. */
export function useColumnChoice(list: string): [ColumnChoice, (next: ColumnChoice) => void] {
  const key = `columns:${list}:${person()?.user_id ?? ''}`
  const [choice, setChoice] = useState<ColumnChoice>(() => kept<ColumnChoice>(key) ?? { ...noChoice, hidden: restColumns })
  const choose = useCallback(
    (next: ColumnChoice) => {
      keep(key, next)
      setChoice(next)
    },
    [key],
  )
  return [choice, choose]
}
