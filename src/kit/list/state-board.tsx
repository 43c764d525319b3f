import { Button, Empty, Segmented, Spin, Tag } from 'antd'
import { type ReactNode, useState } from 'react'
import type { ChoiceField, Field } from '#contract/kit/field.ts'
import type { View } from '#contract/kit/view.ts'
import { machinesOf } from '#contract/registry.ts'
import { type Row, useList } from '#src/data/hooks.ts'
import { Shown } from '#src/kit/shown.tsx'
import { useWords } from '#src/words/words.ts'
import { listFields } from './columns.tsx'

interface Props {
  readonly view: View
  /** The search of the list, without pages. */
  readonly criteria: Readonly<Record<string, string>>
  readonly onOpen: (row: Row) => void
  /** Shows the list filtered by one state. */
  readonly onMore: (field: string, state: string) => void
}

/** The rows of a list as cards, in one column per state of a machine. */
export function StateBoard({ view, criteria, onOpen, onMore }: Props): ReactNode {
  const { say } = useWords()
  const on = machinesOf(view.entity).filter((machine) => view.fields[machine.field])
  const [name, setName] = useState(on[0]?.field ?? '')
  const field = view.fields[name] as ChoiceField | undefined
  if (!field) return null
  return (
    <div className="eam-kanban">
      {on.length > 1 && (
        <Segmented
          options={on.map((machine) => ({ value: machine.field, label: say(view.fields[machine.field]!) }))}
          value={name}
          onChange={setName}
        />
      )}
      <div className="eam-kanban-columns">
        {Object.keys(field.of)
          .filter((state) => !criteria[name] || criteria[name].split(',').includes(state))
          .map((state) => (
            <StateColumn
              key={state}
              view={view}
              name={name}
              field={field}
              state={state}
              criteria={criteria}
              onOpen={onOpen}
              onMore={onMore}
            />
          ))}
      </div>
    </div>
  )
}

/** Sort rank of a card's facts: numbers first, then links, then the rest. */
const rank = (field: Field): number => (field.kind === 'numbering' ? 0 : field.kind === 'link' ? 1 : 2)

interface ColumnProps extends Props {
  readonly name: string
  readonly field: ChoiceField
  readonly state: string
}

function StateColumn({ view, name, field, state, criteria, onOpen, onMore }: ColumnProps): ReactNode {
  const { word, say } = useWords()
  const page = useList(view.entity, { ...criteria, [name]: state, current: 1, size: 20 })
  const title = view.entity.title
  const lines = Object.entries(listFields(view))
    .filter(([other, fact]) => fact.list && other !== title && other !== name && fact.kind !== 'choice')
    .sort(([, one], [, other]) => rank(one) - rank(other))
    .slice(0, 3)
  const rows = page.data?.records ?? []
  return (
    <section className="eam-kanban-column" aria-label={field.of[state] && say(field.of[state])}>
      <h3>
        <Shown name={name} field={field} row={{ [name]: state }} />
        <Tag variant="outlined">{page.data?.total ?? '…'}</Tag>
      </h3>
      <Spin spinning={page.isFetching}>
        <ul>
          {rows.map((row) => (
            <li key={row.id}>
              <button type="button" className="eam-card" onClick={() => onOpen(row)}>
                <strong>{String(row[title] ?? '')}</strong>
                {lines.map(([other, fact]) => (
                  <span key={other}>
                    <Shown name={other} field={fact} row={row} />
                  </span>
                ))}
              </button>
            </li>
          ))}
        </ul>
        {page.error && <p role="alert">{page.error.message}</p>}
        {page.data && rows.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={word('board.empty')} />}
        {(page.data?.total ?? 0) > rows.length && (
          <Button type="link" block onClick={() => onMore(name, state)}>
            {word('board.more', { total: page.data!.total })}
          </Button>
        )}
      </Spin>
    </section>
  )
}
