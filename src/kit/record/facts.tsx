import { Button, Descriptions } from 'antd'
import { type ReactNode, useState } from 'react'
import { belongs } from '#contract/kit/entity/belongs.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { type Field, isInternal, unitFields } from '#contract/kit/fields/field.ts'
import type { Row } from '#src/data/hooks.ts'
import { Shown } from '#src/kit/shown.tsx'
import { momentText, textOf } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import { LinkedRow } from './linked-row.tsx'

interface Props {
  readonly view: View
  readonly row: Row
  /** Columns on wide screens. */
  readonly columns?: number
  /** Names of fields shown elsewhere. */
  readonly without?: readonly string[]
}

function shown(name: string, field: Field, row: Row): ReactNode {
  const value = <Shown name={name} field={field} row={row} />
  const id = field.kind === 'link' ? row[wireName(name, field)] : undefined
  if (field.kind !== 'link' || typeof id !== 'string') return value
  return (
    <LinkedRow field={field} id={id}>
      {value}
    </LinkedRow>
  )
}

const hidden: ReadonlySet<Field['kind']> = new Set(['json', 'items'])

/** The filled fields of a row in their groups, with creator and creation time; one click shows the empty ones. */
export function Facts({ view, row, columns = 2, without = [] }: Props): ReactNode {
  const { say, word, language } = useWords()
  const [isUnfolded, setUnfolded] = useState(false)
  const isEmpty = (name: string, field: Field): boolean =>
    field.kind === 'ids' || field.kind === 'choices' ? !(row[name] as unknown[] | null)?.length : textOf(name, field, row, language) === ''
  const units = unitFields(view.fields)
  let empty = 0
  const groups = new Map<string, [string, Field][]>()
  for (const [name, field] of Object.entries(view.fields)) {
    if (
      hidden.has(field.kind) ||
      isInternal(field) ||
      units.has(name) ||
      without.includes(name) ||
      !belongs(field, row[wireName(name, field)], row)
    )
      continue
    if (isEmpty(name, field)) {
      empty++
      if (!isUnfolded) continue
    }
    const group = field.group ? say(field.group) : ''
    groups.set(group, [...(groups.get(group) ?? []), [name, field]])
  }
  const layout = { column: { xs: 1, sm: 1, md: columns }, size: 'small', bordered: false } as const
  return (
    <div className="eam-facts">
      {[...groups]
        .sort(([one], [other]) => Number(one !== '') - Number(other !== ''))
        .map(([group, inside]) => (
          <Descriptions
            key={group}
            {...layout}
            title={group || undefined}
            items={inside.map(([name, field]) => ({
              key: name,
              label: say(field),
              children: shown(name, field, row),
              span: field.kind === 'text' && field.multiline ? 'filled' : undefined,
            }))}
          />
        ))}
      {empty > 0 && (
        <Button type="link" size="small" aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
          {word(isUnfolded ? 'record.foldEmpty' : 'record.showEmpty', { n: empty })}
        </Button>
      )}
      <p className="eam-made">
        {word(row.createUserName ? 'record.made' : 'record.madeAt', {
          who: String(row.createUserName ?? ''),
          when: momentText(String(row.createTime ?? ''), language),
        })}
      </p>
    </div>
  )
}
