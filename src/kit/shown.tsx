import type { ReactNode } from 'react'
import type { Field, FieldMap } from '#contract/kit/fields/field.ts'
import { useWords } from '#src/words/words.ts'
import { Photos } from './photos.tsx'
import { ToneTag } from './tone-tag.tsx'
import { besideOf, textOf } from './value-text.ts'

interface Props {
  readonly name: string
  readonly field: Field
  readonly row: Readonly<Record<string, unknown>>
  /** The fields of the view, needed to show the values of other fields next to this one (`beside`). */
  readonly fields?: FieldMap
}

/** A field value on screen: a state as a coloured label, files as thumbnails, anything else as text. */
export function Shown({ name, field, row, fields }: Props): ReactNode {
  const { language, say } = useWords()
  if (field.kind === 'ids' && field.to === 'file' && Array.isArray(row[name]) && row[name].length > 0)
    return <Photos ids={row[name]} label={say(field)} />
  const text = textOf(name, field, row, language)
  const beside = fields ? besideOf(field, fields, row, language) : ''
  if (beside)
    return (
      <>
        <Shown name={name} field={field} row={row} /> <span className="eam-hint">{beside}</span>
      </>
    )
  if (text === '') return <span className="eam-none">—</span>
  if (field.kind === 'choice') {
    const tone = field.of[String(row[name])]?.tone
    return tone ? <ToneTag tone={tone}>{text}</ToneTag> : text
  }
  return text
}
