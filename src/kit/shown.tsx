import { Tag } from 'antd'
import type { ReactNode } from 'react'
import type { Field, Tone } from '#contract/kit/field.ts'
import { useWords } from '#src/words/words.ts'
import { Photos } from './photos.tsx'
import { textOf } from './value-text.ts'

const colours: Readonly<Record<Tone, string>> = { plain: 'default', good: 'success', busy: 'processing', warn: 'warning', bad: 'error' }

interface Props {
  readonly name: string
  readonly field: Field
  readonly row: Readonly<Record<string, unknown>>
}

/** A value on screen: a state as a coloured label, everything else as text. */
export function Shown({ name, field, row }: Props): ReactNode {
  const { language, say } = useWords()
  if (field.kind === 'ids' && field.to === 'file' && Array.isArray(row[name]) && row[name].length > 0)
    return <Photos ids={row[name]} label={say(field)} />
  const text = textOf(name, field, row, language)
  if (text === '') return <span className="eam-none">—</span>
  if (field.kind === 'choice') {
    const tone = field.of[String(row[name])]?.tone
    return tone ? <Tag color={colours[tone]}>{text}</Tag> : text
  }
  return text
}
