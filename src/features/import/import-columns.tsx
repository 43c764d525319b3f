import { Button, Select, Table } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { importedView, importFacts } from '#contract/imports.ts'
import { isPlain } from '#contract/kit/fields/field.ts'
import {
  currencyColumn,
  currencyLabel,
  levelColumn,
  pictureColumn,
  quantityColumn,
  stateColumn,
  unitPriceColumn,
} from '#contract/kit/sheets/import-facts.ts'
import { entityNamed } from '#contract/registry.ts'
import { useView } from '#src/data/view.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { byLabel } from '#src/kit/widgets/desk/by-label.ts'
import { useWords } from '#src/words/words.ts'
import type { ImportColumn, Job } from './import-job.ts'

interface Props {
  readonly job: Job
  readonly isBusy: boolean
  readonly onDone: () => void
  readonly onCheck: (columns: readonly { at: number; field: string | null }[]) => Promise<void>
}

/** Which column of the file goes into which field; the choice is remembered for the next file with these headings. */
export function ImportColumns({ job, isBusy, onDone, onCheck }: Props): ReactNode {
  const { word, say } = useWords()
  const { view: kept, error, retry } = useView(entityNamed(job.target))
  const view = useMemo(() => kept && importedView(kept), [kept])
  const columns = job.layout?.columns ?? []
  const facts = importFacts[job.target]
  const [chosen, setChosen] = useState<ReadonlyMap<number, string | null>>(() => new Map(columns.map(({ at, field }) => [at, field])))
  const options = useMemo(
    () => [
      ...Object.entries(view?.fields ?? {}).flatMap(([name, field]) => {
        const isOpening = name === facts.opening?.field
        if ((field.readOnly && !isOpening) || !isPlain(field)) return []
        return [{ value: name, label: `${say(field)}${field.required && !isOpening ? ' *' : ''}` }]
      }),
      ...(facts.files ? [{ value: pictureColumn, label: word('import.pictures') }] : []),
      ...(facts.quantity ? [{ value: quantityColumn, label: word('import.quantity') }] : []),
      ...(facts.unitPrice ? [{ value: unitPriceColumn, label: word('import.unitPrice') }] : []),
      ...(facts.currency ? [{ value: currencyColumn, label: say(currencyLabel) }] : []),
      ...(facts.levels?.parts ?? []).map((words, level) => ({
        value: levelColumn(level),
        label: [view?.fields[facts.levels!.of] ?? words, words].map((one) => say(one)).join(' · '),
      })),
      ...(facts.opening ? [{ value: stateColumn, label: word('import.state') }] : []),
      ...Object.entries(facts.noted ?? {}).map(([value, words]) => ({ value, label: word('import.noted', { what: say(words) }) })),
    ],
    [view, facts, say, word],
  )
  if (!view) return <Outcome isLoading={!error} error={error} onRetry={() => void retry()} />
  const isChanged = columns.some(({ at, field }) => chosen.get(at) !== field)
  const choose = (at: number, field: string | null): void =>
    setChosen(
      (now) => new Map([...now].map(([other, had]) => [other, other === at ? field : field !== null && had === field ? null : had])),
    )
  return (
    <section className="eam-panel" aria-label={word('import.columns')}>
      <h2>{word('import.columns')}</h2>
      <p className="eam-hint">{word('import.sheet', { name: job.layout?.sheet ?? '' })}</p>
      <Table<ImportColumn>
        rowKey="at"
        size="small"
        pagination={false}
        dataSource={[...columns]}
        scroll={{ y: 460 }}
        columns={[
          { key: 'heading', title: word('import.heading'), dataIndex: 'heading', width: 220 },
          {
            key: 'field',
            title: word('import.field'),
            width: 260,
            render: (_value, column) => (
              <Select
                allowClear
                showSearch={byLabel}
                className="eam-import-field"
                value={chosen.get(column.at) ?? undefined}
                placeholder={word('import.leftOut')}
                aria-label={`${word('import.field')} ${column.heading}`}
                options={options}
                onChange={(field: string | undefined) => choose(column.at, field ?? null)}
              />
            ),
          },
          {
            key: 'samples',
            title: word('import.samples'),
            render: (_value, { samples }) => <span className="eam-none">{samples.join(' · ')}</span>,
          },
        ]}
      />
      <div className="eam-form-foot">
        <span className="eam-hint eam-grow">{word('import.remembered')}</span>
        <Button
          type="primary"
          loading={isBusy}
          onClick={() => (isChanged ? void onCheck(columns.map(({ at }) => ({ at, field: chosen.get(at) ?? null }))) : onDone())}
        >
          {word(isChanged ? 'import.checkAgain' : 'import.toResult')}
        </Button>
      </div>
    </section>
  )
}
