import { Button } from 'antd-mobile'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { headingOf, rightOf } from '#contract/kit/entity/entity.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import type { Op } from '#src/data/outbox/store/op.ts'
import { useRight, useSession } from '#src/data/session.ts'
import { offeredSteps, useRowSteps } from '#src/kit/phone/row-steps.ts'
import { useTeams } from '#src/kit/phone/teams.ts'
import '#src/kit/widgets/phone/act-bar.css'
import { LinkRow } from '#src/kit/widgets/phone/row.tsx'
import { useWords } from '#src/words/words.ts'
import { FamilyRowLink } from './family-row.tsx'
import { familyWords as words } from './family-words.ts'
import { dueGroup, dueOf, type FamilyRow, isOpenRow, isOwnRow, mayWork, type PhoneFamily, useFamilyRows } from './phone-family.ts'

/** The open rows that a person works on. */
function useOwnOpen(family: PhoneFamily): FamilyRow[] {
  const userId = useSession(({ person }) => person?.user_id ?? '')
  const teams = useTeams(family.of)
  return useFamilyRows(family)?.filter((row) => isOpenRow(family, row) && isOwnRow(family, row, userId, teams)) ?? []
}

/** Among the pages of the person: the list, for who may see it. */
export function FamilyLink({ family }: { readonly family: PhoneFamily }): ReactNode {
  const { say } = useWords()
  const may = useRight(rightOf(family.of, 'list'))
  const own = useOwnOpen(family)
  if (!may) return null
  return <LinkRow to={family.path} title={say(headingOf(family.of))} side={own.length > 0 ? <strong>{own.length}</strong> : null} />
}

/** What waits for the person today: the overdue and those that are due. Nothing without any. */
export function FamilyDay({ family }: { readonly family: PhoneFamily }): ReactNode {
  const { say } = useWords()
  const rights = useSession(({ person }) => person?.rights)
  const today = homeDay(new Date())
  const due = useOwnOpen(family).filter((row) => dueGroup(dueOf(family, row), today) !== 'later')
  if (!mayWork(family, new Set(rights)) || due.length === 0) return null
  const late = due.filter((row) => dueGroup(dueOf(family, row), today) === 'overdue').length
  const title = say(headingOf(family.of))
  return (
    <ul className="ph-rows" aria-label={title}>
      <LinkRow to={family.path} title={title} side={<strong>{due.length}</strong>}>
        {late > 0 ? `${say(words.overdue)} ${late}` : null}
      </LinkRow>
    </ul>
  )
}

interface OnCardProps {
  readonly family: PhoneFamily
  /** The row of the card, and the link by which rows of the family name it; the first by which they are called if absent. */
  readonly row: { readonly id: string }
  readonly by?: string
  /** The step that one tap takes from the card; it has no input. */
  readonly first?: string
  readonly mayTake?: (row: FamilyRow) => boolean
}

/** On a card: its open rows, each with one tap to begin. */
export function FamilyOnCard({ family, row: card, by = family.of.called?.[0] ?? '', first, mayTake }: OnCardProps): ReactNode {
  const { say } = useWords()
  const open = useFamilyRows(family, { by, id: card.id })?.filter((row) => isOpenRow(family, row)) ?? []
  if (open.length === 0) return null
  return (
    <>
      <ul className="ph-rows" aria-label={say(headingOf(family.of))}>
        {open.map((row) => (
          <FamilyRowLink key={row.id} family={family} row={row} isOnCard />
        ))}
      </ul>
      {first === undefined ? null : (
        <div className="ph-more-steps">
          {open.map((row) => (mayTake?.(row) ?? true) && <Begin key={row.id} family={family} row={row} first={first} />)}
        </div>
      )}
    </>
  )
}

/** Takes the first step of a row and opens its page. */
function Begin({ family, row, first }: { readonly family: PhoneFamily; readonly row: FamilyRow; readonly first: string }): ReactNode {
  const { say } = useWords()
  const navigate = useNavigate()
  const rights = useSession(({ person }) => person?.rights)
  const { press } = useRowSteps(family.of, family.on, row)
  const step = family.on.steps[first]
  if (!step || !offeredSteps(family.of, family.on, row, new Set(rights)).includes(first)) return null
  const begin = async (): Promise<void> => {
    await press(first)
    await navigate(`${family.path}/${row.id}`)
  }
  return (
    <Button color="primary" aria-label={`${say(step)} ${String(row[family.of.title] ?? '')}`.trim()} onClick={() => void begin()}>
      {say(step)}
    </Button>
  )
}

/** On the queue page: leads from a step that was not accepted to its row, which the phone may no longer hold. */
export function QueuedFamily({ family, op }: { readonly family: PhoneFamily; readonly op: Op }): ReactNode {
  const { say } = useWords()
  return (
    <Link className="ph-text-link" to={`${family.path}/${op.target.id}`}>
      {say(words.view)}
    </Link>
  )
}
