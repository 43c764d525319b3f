import type { ReactNode } from 'react'
import { homeDay } from '#contract/kit/time/day.ts'
import { useFieldView } from '#src/kit/phone/field-view.ts'
import { textOf } from '#src/kit/value-text.ts'
import { LinkRow } from '#src/kit/widgets/phone/row.tsx'
import { ToneTag } from '#src/kit/widgets/phone/tone-tag.tsx'
import { useWords } from '#src/words/words.ts'
import { familyWords as words } from './family-words.ts'
import { aboutOf, dueGroup, dueOf, type FamilyRow, isOpenRow, type PhoneFamily, waitingTeam } from './phone-family.ts'

/** The state of a row, unless it is overdue or waits to be sent. */
export function StateTag({ family, row }: { readonly family: PhoneFamily; readonly row: FamilyRow }): ReactNode {
  const { say } = useWords()
  const field = family.of.fields[family.on.field]
  const state = field?.kind === 'choice' ? field.of[String(row[family.on.field])] : undefined
  if (isOpenRow(family, row) && dueGroup(dueOf(family, row), homeDay(new Date())) === 'overdue')
    return <ToneTag tone="bad">{say(words.overdue)}</ToneTag>
  return state ? <ToneTag tone={state.tone}>{say(state)}</ToneTag> : null
}

interface Props {
  readonly family: PhoneFamily
  readonly row: FamilyRow
  /** What the row is about is known from the page. */
  readonly isOnCard?: boolean
}

/** A row in a list: what it is about, how it stands, and when it is due. */
export function FamilyRowLink({ family, row, isOnCard = false }: Props): ReactNode {
  const { say, language } = useWords()
  const { fields } = useFieldView(family.of)
  const text = (name: string): string => (fields[name] ? textOf(name, fields[name], row, language) : String(row[name] ?? ''))
  const [, kind] = family.of.called ?? []
  const title = isOnCard ? (kind && text(kind)) || say(family.of) : text(aboutOf(family))
  const lines = (isOnCard ? [] : [kind ?? '', ...(family.lines ?? [])]).map(text).filter(Boolean)
  const team = waitingTeam(family, row)
  const due = dueOf(family, row)
  const dueField = fields[family.due]
  return (
    <LinkRow to={`${family.path}/${row.id}`} title={title || say(family.of)} tag={<StateTag family={family} row={row} />}>
      {lines.length > 0 ? <span className="ph-line">{lines.join(' · ')}</span> : null}
      {team ? (
        <span className="ph-line">
          {say(words.team)} {team.name}
        </span>
      ) : null}
      {due && dueField ? (
        <span className="ph-line">
          {say(dueField)} {textOf(family.due, dueField, row, language)}
        </span>
      ) : null}
    </LinkRow>
  )
}
