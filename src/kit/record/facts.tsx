import { Button, Descriptions } from 'antd'
import { type ReactNode, useState } from 'react'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { View } from '#contract/kit/entity/view.ts'
import type { Field } from '#contract/kit/fields/field.ts'
import type { Row } from '#src/data/hooks.ts'
import { Shown } from '#src/kit/shown.tsx'
import { momentText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import { filledFields } from './filled-fields.ts'
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

/** The filled fields of a row in their groups, with creator and creation time; one click shows the empty ones. */
export function Facts({ view, row, columns = 2, without = [] }: Props): ReactNode {
  const { say, word, language } = useWords()
  const [isUnfolded, setUnfolded] = useState(false)
  const { groups, empty } = filledFields(view, row, language, { without, withEmpty: isUnfolded })
  const layout = { column: { xs: 1, sm: 1, md: columns }, size: 'small', bordered: false } as const
  return (
    <div className="eam-facts">
      {groups.map(({ group, fields }) => (
        <Descriptions
          key={group?.en ?? ''}
          {...layout}
          title={group && say(group)}
          items={fields.map(([name, field]) => ({
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
