import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router-dom'
import { readDetail } from '#src/data/read-detail.ts'
import { useFieldView } from '#src/kit/phone/field-view.ts'
import { useSync } from '#src/kit/phone/store/local-data.ts'
import { usePhoneStore } from '#src/kit/phone/store/phone-store.ts'
import { useAsked } from '#src/kit/phone/use-asked.ts'
import { recordPath } from '#src/kit/record/record-paths.ts'
import { besideOf, textOf } from '#src/kit/value-text.ts'
import { PageLoading, PageState } from '#src/kit/widgets/phone/page-state.tsx'
import { PhonePage } from '#src/kit/widgets/phone/phone-page.tsx'
import { PhoneSteps } from '#src/kit/widgets/phone/phone-steps.tsx'
import { QueueNotes } from '#src/kit/widgets/phone/queue-notes.tsx'
import { useWords } from '#src/words/words.ts'
import { StateTag } from './family-row.tsx'
import { familyWords as words } from './family-words.ts'
import { aboutOf, type FamilyRow, factsOf, type PhoneFamily, useFamilyRow } from './phone-family.ts'
import './family-record.css'

/** Reads a record of the server; one function for each family, as `useAsked` needs. */
const readers = new WeakMap<PhoneFamily, (id: string, signal: AbortSignal) => Promise<FamilyRow>>()
function readerOf(family: PhoneFamily): (id: string, signal: AbortSignal) => Promise<FamilyRow> {
  const known = readers.get(family)
  if (known) return known
  const reader = async (id: string, signal: AbortSignal) => (await readDetail(family.of, id, signal)) as unknown as FamilyRow
  readers.set(family, reader)
  return reader
}

/** One row of a family: what it is about, its facts and the possible steps. A row that this phone does not hold is read from the server, without steps. */
export function FamilyRecord({ family }: { readonly family: PhoneFamily }): ReactNode {
  const { word, say } = useWords()
  const { id = '' } = useParams()
  const { online } = useSync()
  const waiting = usePhoneStore(({ queue }) => queue.items.filter(({ op }) => op.target.id === id).length)
  const held = useFamilyRow(family, id)
  // An operation that has left the queue changed the row.
  const asked = useAsked(readerOf(family), id, held === null && online, waiting)
  const row = held ?? (held === null && !online ? null : asked)
  return (
    <PhonePage title={say(family.of)} back={family.path}>
      <QueueNotes id={id} />
      {row ? (
        <>
          <Record family={family} row={row} />
          {held ? family.Steps ? <family.Steps row={held} /> : <PhoneSteps of={family.of} on={family.on} row={held} /> : null}
        </>
      ) : row === undefined ? (
        <PageLoading label={word('common.loading')} />
      ) : (
        <PageState title={say(words.gone)} help={say(words.goneHelp)} />
      )}
    </PhonePage>
  )
}

function Record({ family, row }: { readonly family: PhoneFamily; readonly row: FamilyRow }): ReactNode {
  const { say, language } = useWords()
  const { fields } = useFieldView(family.of)
  const text = (name: string): string => {
    const field = fields[name]
    return field ? [textOf(name, field, row, language), besideOf(field, fields, row, language)].filter(Boolean).join(' · ') : ''
  }
  const about = aboutOf(family)
  const link = family.of.fields[about]
  const name = text(about) || say(link ?? family.of)
  const path = link?.kind === 'link' ? recordPath(link.to, row[`${about}Id`]) : undefined
  const facts = factsOf(family).flatMap((one) =>
    fields[one] && text(one) ? [{ name: one, label: say(fields[one]), value: text(one) }] : [],
  )
  return (
    <section className="ph-card">
      <div className="ph-record-head">
        <h2>{path ? <Link to={path}>{name}</Link> : name}</h2>
        <StateTag family={family} row={row} />
      </div>
      {row[family.of.title] && about !== family.of.title ? <p className="ph-quiet">{text(family.of.title)}</p> : null}
      <dl className="ph-facts">
        {facts.map(({ name, label, value }) => (
          <Fact key={name} label={label} value={value} />
        ))}
      </dl>
      {family.About ? <family.About row={row} /> : null}
    </section>
  )
}

/** A label with its value in a list of facts; nothing without a value. */
export function Fact({ label, value }: { readonly label: string; readonly value: string | null | undefined }): ReactNode {
  return value ? (
    <>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </>
  ) : null
}
