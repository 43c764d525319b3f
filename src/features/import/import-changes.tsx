import { Checkbox, Input, Radio, Select, Table } from 'antd'
import type { ReactNode } from 'react'
import { isMatched } from '#contract/calls/import/import.ts'
import { clearable, importFacts } from '#contract/imports.ts'
import { entityNamed } from '#contract/registry.ts'
import { useView } from '#src/data/view.ts'
import { useWords } from '#src/words/words.ts'
import { ChangedRecords } from './changed-records.tsx'
import type { Job } from './import-job.ts'
import type { UpdateChoice } from './update-choice.ts'

type FieldChange = NonNullable<Job['changes']>['fields'][number]

interface Props {
  readonly job: Job
  readonly choice: UpdateChoice
  readonly onChoose: (choice: UpdateChoice) => void
}

interface Checking {
  readonly isBusy: boolean
  readonly onCheck: (body: Readonly<Record<string, unknown>>) => Promise<void>
}

/** What a second import finds different from the register, and which part of it is written. */
export function ImportChanges({ job, choice, onChoose, isBusy, onCheck }: Props & Checking): ReactNode {
  const { word, say } = useWords()
  const { view } = useView(entityNamed(job.target))
  const { changes } = job
  if (!changes || job.changedCount + job.sameCount + changes.left.length + changes.missing.rows === 0) return null
  const labelOf = (field: string): string => say(view?.fields[field] ?? entityNamed(job.target).fields[field] ?? { zh: field, en: field })
  return (
    <section className="eam-panel eam-import-changes" aria-label={word('import.changes')}>
      <h2>{word('import.changes')}</h2>
      <Clears job={job} isBusy={isBusy} onCheck={onCheck} />
      {job.changedCount > 0 && (
        <>
          <Checkbox checked={choice.isOn} onChange={({ target }) => onChoose({ ...choice, isOn: target.checked })}>
            {word('import.update', { count: job.changedCount })}
          </Checkbox>
          <p className="eam-hint">{word('import.emptyCells')}</p>
          <Table<FieldChange>
            rowKey="field"
            size="small"
            pagination={false}
            dataSource={[...changes.fields]}
            rowSelection={{
              selectedRowKeys: changes.fields.flatMap(({ field }) => (choice.leftOut.has(field) ? [] : [field])),
              onChange: (keys) =>
                onChoose({ ...choice, leftOut: new Set(changes.fields.flatMap(({ field }) => (keys.includes(field) ? [] : [field]))) }),
              getCheckboxProps: ({ field }) => ({ disabled: !choice.isOn, 'aria-label': labelOf(field) }),
            }}
            columns={[
              { key: 'field', title: word('import.field'), width: 180, render: (_value, { field }) => labelOf(field) },
              { key: 'rows', title: word('import.changedRows'), dataIndex: 'rows', width: 120, align: 'end' },
              {
                key: 'samples',
                title: word('import.fromTo'),
                render: (_value, { samples }) =>
                  samples.map(({ row, title, from, to }) => (
                    <div key={row}>
                      <span className="eam-none">{title}</span> {say(from)} → {say(to)}
                    </div>
                  )),
              },
            ]}
          />
          {choice.isOn && <Told job={job} choice={choice} onChoose={onChoose} />}
          <ChangedRecords job={job} choice={choice} onChoose={onChoose} />
        </>
      )}
      <LeftRows job={job} />
    </section>
  )
}

/** Asks in which columns an empty cell clears the field of records that are there. */
function Clears({ job, isBusy, onCheck }: { readonly job: Job } & Checking): ReactNode {
  const { word, say } = useWords()
  const { view } = useView(entityNamed(job.target))
  const facts = importFacts[job.target]
  if (!view || !isMatched(facts) || job.changedCount + job.sameCount === 0) return null
  const open = new Set(clearable(view, facts))
  const fields = (job.layout?.columns ?? []).flatMap(({ field }) => (field && open.has(field) ? [field] : []))
  if (fields.length === 0) return null
  return (
    <p className="eam-toolbar">
      <span className="eam-import-question">{word('import.clears')}</span>
      <Select
        mode="multiple"
        allowClear
        className="eam-import-means"
        disabled={isBusy}
        placeholder={word('import.clearsNone')}
        aria-label={word('import.clears')}
        value={[...(job.layout?.asked?.clears ?? [])]}
        options={fields.map((field) => ({ value: field, label: say(view.fields[field]!) }))}
        onChange={(chosen: string[]) => void onCheck({ clears: chosen.map((field) => ({ field })) })}
      />
    </p>
  )
}

/** Asks once what is said beside every change, such as whether values were wrong before. */
function Told({ job, choice, onChoose }: Props): ReactNode {
  const { say, word } = useWords()
  const { told = {} } = entityNamed(job.target)
  const asks = new Set(importFacts[job.target].toldFor)
  if (!job.changes?.fields.some(({ field }) => asks.has(field) && !choice.leftOut.has(field))) return null
  const tell = (name: string, value: string | null): void => onChoose({ ...choice, told: { ...choice.told, [name]: value } })
  return (
    <ul className="eam-import-options">
      {Object.entries(told).map(([name, field]) => (
        <li key={name}>
          <span className="eam-import-question">{say(field)}</span>
          {field.kind === 'choice' ? (
            <Radio.Group
              aria-label={say(field)}
              value={choice.told[name] ?? ''}
              options={[
                { value: '', label: word('import.toldUsual') },
                ...Object.entries(field.of).map(([value, words]) => ({ value, label: say(words) })),
              ]}
              onChange={({ target }) => tell(name, target.value || null)}
            />
          ) : (
            <Input
              className="eam-import-means"
              aria-label={say(field)}
              maxLength={field.kind === 'text' ? field.max : undefined}
              value={choice.told[name] ?? ''}
              onChange={({ target }) => tell(name, target.value || null)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

/** Records that differ and stay as they are, and those that the file does not have. */
export function LeftRows({ job: { changes } }: { readonly job: Job }): ReactNode {
  const { word, say } = useWords()
  if (!changes) return null
  const { left, missing } = changes
  const some = (titles: readonly string[], rows: number): string =>
    [...new Set(titles.filter(Boolean))].join(word('mark.list')) + (rows > titles.length ? '…' : '')
  return (
    <ul className="eam-import-options" aria-label={word('import.stay')}>
      {left.map((reason) => (
        <li key={reason.zh}>
          {word('import.leftRows', { count: reason.rows, why: say(reason) })}{' '}
          <span className="eam-none">
            {some(
              reason.samples.map(({ title }) => title),
              reason.rows,
            )}
          </span>
        </li>
      ))}
      {missing.rows > 0 && (
        <li>
          {word('import.missing', { count: missing.rows })} <span className="eam-none">{some(missing.samples, missing.rows)}</span>
        </li>
      )}
    </ul>
  )
}
