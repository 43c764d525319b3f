import type { ReactNode } from 'react'
import { homeDay } from '#contract/kit/time/day.ts'
import type { Words } from '#contract/kit/words.ts'
import { useRight, useSession } from '#src/data/session.ts'
import type { PhoneDevice } from '#src/features/asset/public/device.ts'
import { PageLoading, PageState } from '#src/kit/widgets/phone/page-state.tsx'
import { PhonePage } from '#src/kit/widgets/phone/phone-page.tsx'
import { LinkRow } from '#src/kit/widgets/phone/row.tsx'
import { useWords } from '#src/words/words.ts'
import { phoneWords } from '../checklist-phone-words.ts'
import { type DueGroup, dueGroupOf } from '../fill-model.ts'
import { ChecklistRow } from './checklist-row.tsx'
import { isMine, isOpen, type PhoneChecklist, useChecklists } from './phone-checklist.ts'

const groups: readonly DueGroup[] = ['overdue', 'today', 'later']

/** The open checklists of the person on this phone, by when they are due; undefined while they are read. */
function useMine(): PhoneChecklist[] | undefined {
  const userId = useSession((state) => state.person?.user_id ?? '')
  return useChecklists()?.filter((row) => isMine(row, userId))
}

/** The checklists that the person is to fill in: overdue, today, later, and what waits to be sent. */
export function ChecklistsPhone(): ReactNode {
  const { say, word } = useWords()
  const mine = useMine()
  const today = homeDay(new Date())
  const open = mine?.filter(isOpen) ?? []
  const parts: readonly (readonly [Words, readonly PhoneChecklist[]])[] = [
    ...groups.map((name) => [phoneWords[name], open.filter((row) => dueGroupOf(row.dueDate, today) === name)] as const),
    [phoneWords.toSend, mine?.filter(({ taskStatus }) => taskStatus === 'finished') ?? []],
  ]
  return (
    <PhonePage title={say(phoneWords.title)} back="/me">
      {mine === undefined ? (
        <PageLoading label={word('common.loading')} />
      ) : parts.every(([, rows]) => rows.length === 0) ? (
        <PageState title={say(phoneWords.none)} help={say(phoneWords.noneHelp)} />
      ) : (
        parts.map(([title, rows]) =>
          rows.length > 0 ? (
            <section key={title.en} aria-label={say(title)}>
              <h2 className="ph-heading">
                {say(title)} ({rows.length})
              </h2>
              <ul className="ph-rows">
                {rows.map((row) => (
                  <ChecklistRow key={row.id} row={row} />
                ))}
              </ul>
            </section>
          ) : null,
        )
      )}
    </PhonePage>
  )
}

/** On a card: the open checklists of the device. */
export function ChecklistsOfCard({ row }: { readonly row: PhoneDevice }): ReactNode {
  const { say } = useWords()
  const open = useChecklists()?.filter((one) => one.deviceId === row.id && isOpen(one)) ?? []
  if (open.length === 0) return null
  return (
    <ul className="ph-rows" aria-label={say(phoneWords.title)}>
      {open.map((one) => (
        <ChecklistRow key={one.id} row={one} isOnCard />
      ))}
    </ul>
  )
}

/** Among the pages of the person: the checklists, for who fills them in. */
export function ChecklistsLink(): ReactNode {
  const { say } = useWords()
  const may = useRight('checklistTask.work')
  const open = useMine()?.filter(isOpen) ?? []
  return may ? (
    <LinkRow to="/checklists" title={say(phoneWords.title)} side={open.length > 0 ? <strong>{open.length}</strong> : null} />
  ) : null
}

/** What of checklists waits for the person today: the overdue and those that are due. Nothing without any. */
export function DayChecklists(): ReactNode {
  const { say } = useWords()
  const may = useRight('checklistTask.work')
  const today = homeDay(new Date())
  const due = useMine()?.filter((row) => isOpen(row) && dueGroupOf(row.dueDate, today) !== 'later') ?? []
  if (!may || due.length === 0) return null
  const late = due.filter((row) => dueGroupOf(row.dueDate, today) === 'overdue').length
  return (
    <ul className="ph-rows" aria-label={say(phoneWords.title)}>
      <LinkRow to="/checklists" title={say(phoneWords.title)} side={<strong>{due.length}</strong>}>
        {late > 0 ? `${say(phoneWords.overdue)} ${late}` : null}
      </LinkRow>
    </ul>
  )
}
