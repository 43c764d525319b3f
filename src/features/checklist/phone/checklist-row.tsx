import type { ReactNode } from 'react'
import { checklistTask } from '#contract/entities/checklist/checklist-task.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { LinkRow } from '#src/kit/widgets/phone/row.tsx'
import { ToneTag } from '#src/kit/widgets/phone/tone-tag.tsx'
import { useWords } from '#src/words/words.ts'
import { phoneWords } from '../checklist-phone-words.ts'
import { dueGroupOf } from '../fill-model.ts'
import { isOpen, type PhoneChecklist } from './phone-checklist.ts'
import { isHalfDone } from './use-typed.ts'

/** A checklist in a list: which device, by which template, until when, and how far it is. `isOnCard`: the device is known. */
export function ChecklistRow({ row, isOnCard = false }: { readonly row: PhoneChecklist; readonly isOnCard?: boolean }): ReactNode {
  const { say } = useWords()
  const group = isOpen(row) ? dueGroupOf(row.dueDate, homeDay(new Date())) : undefined
  const state = checklistTask.fields.taskStatus.of[row.taskStatus]
  const tag = !isOpen(row) ? (
    <ToneTag tone="busy">{say(phoneWords.toSend)}</ToneTag>
  ) : isHalfDone(row.id) ? (
    <ToneTag tone="warn">{say(phoneWords.halfDone)}</ToneTag>
  ) : group === 'overdue' ? (
    <ToneTag tone="bad">{say(phoneWords.overdue)}</ToneTag>
  ) : (
    <ToneTag tone={state.tone}>{say(state)}</ToneTag>
  )
  const device = row.deviceName ?? say(checklistTask.fields.device)
  const facts = [isOnCard ? '' : row.useDeptName, row.dueDate ? `${say(phoneWords.due)} ${row.dueDate}` : '']
  return (
    <LinkRow to={`/checklists/${row.id}`} title={isOnCard ? (row.templateName ?? say(checklistTask)) : device} tag={tag}>
      {isOnCard ? null : <span className="ph-line">{row.templateName}</span>}
      <span className="ph-line">{facts.filter(Boolean).join(' · ')}</span>
    </LinkRow>
  )
}
