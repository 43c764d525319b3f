import type { ReactNode } from 'react'
import { checklistTask } from '#contract/entities/checklist/checklist-task.ts'
import type { Row } from '#src/data/hooks.ts'
import { OriginLink } from '#src/kit/record/origin-link.tsx'
import { useWords } from '#src/words/words.ts'
import { checklistWords as words } from './checklist-words.ts'

/** On a repair order: the checklist that it was reported from. */
export function RepairOrigin({ row }: { readonly row: Row }): ReactNode {
  const { say } = useWords()
  return <OriginLink of={checklistTask} given={row.source ? { repairId: row.id } : undefined} said={say(words.fromChecklist)} />
}
