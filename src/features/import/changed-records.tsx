import { Checkbox, Radio, Select, Table, Tag } from 'antd'
import { type ReactNode, useState } from 'react'
import { changeOutcomes } from '#contract/calls/import.ts'
import { entityNamed } from '#contract/registry.ts'
import { useView } from '#src/data/view.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { useWords } from '#src/words/words.ts'
import { type Difference, type Job, useChanges } from './import-job.ts'
import { isTicked, type UpdateChoice, withTick } from './update-choice.ts'

interface Props {
  readonly job: Job
  /** Absent once the import is done: what became of each record is shown. */
  readonly choice?: UpdateChoice
  readonly onChoose?: (choice: UpdateChoice) => void
}

const colours = { offered: 'default', written: 'success', left: 'warning', restored: 'processing', kept: 'warning' } as const

/** The records that differ, each with its fields, and whether it is written. */
export function ChangedRecords({ job, choice, onChoose }: Props): ReactNode {
  const { word, say } = useWords()
  const [field, setField] = useState<string>()
  const [outcome, setOutcome] = useState<string>()
  const [{ current, size }, setPage] = useState({ current: 1, size: 20 })
  const { view } = useView(entityNamed(job.target))
  const changes = useChanges(job, { field, outcome, current, size })
  const isOneSheet = (job.layout?.sheets?.filter(({ isIn }) => isIn).length ?? 1) < 2
  const first = (set: () => void): void => {
    set()
    setPage((now) => ({ ...now, current: 1 }))
  }
  const fields = (job.changes?.fields ?? []).map((one) => ({
    value: one.field,
    label: view?.fields[one.field] ? say(view.fields[one.field]!) : one.field,
  }))
  return (
    <>
      <div className="eam-toolbar">
        {choice && (
          <Radio.Group
            aria-label={word('import.whichRecords')}
            disabled={!choice.isOn}
            value={choice.mode}
            options={[
              { value: 'except', label: word('import.allRecords') },
              { value: 'only', label: word('import.someRecords') },
            ]}
            onChange={({ target }) => onChoose?.({ ...choice, mode: target.value as UpdateChoice['mode'], rows: new Set() })}
          />
        )}
        <Select
          allowClear
          className="eam-import-filter"
          placeholder={word('import.field')}
          aria-label={word('import.field')}
          options={fields}
          value={field}
          onChange={(next?: string) => first(() => setField(next))}
        />
        {!choice && (
          <Select
            allowClear
            className="eam-import-filter"
            placeholder={word('import.outcome')}
            aria-label={word('import.outcome')}
            options={Object.entries(changeOutcomes).map(([value, words]) => ({ value, label: say(words) }))}
            value={outcome}
            onChange={(next?: string) => first(() => setOutcome(next))}
          />
        )}
      </div>
      {changes.data ? (
        <Table<Difference>
          rowKey="id"
          size="small"
          loading={changes.isFetching && changes.isPlaceholderData}
          dataSource={[...changes.data.records]}
          pagination={{
            current,
            pageSize: size,
            total: changes.data.total,
            showSizeChanger: true,
            showTotal: (count) => word('list.total', { count }),
            onChange: (page, pageSize) => setPage({ current: page, size: pageSize }),
          }}
          columns={[
            choice
              ? {
                  key: 'tick',
                  title: '',
                  width: 48,
                  render: (_value, { id, title }) => (
                    <Checkbox
                      disabled={!choice.isOn}
                      checked={choice.isOn && isTicked(choice, id)}
                      aria-label={`${word('import.updateOne')} ${title}`}
                      onChange={({ target }) => onChoose?.(withTick(choice, id, target.checked))}
                    />
                  ),
                }
              : {
                  key: 'outcome',
                  title: word('import.outcome'),
                  width: 110,
                  render: (_value, one) => <Tag color={colours[one.outcome]}>{one.outcomeValue}</Tag>,
                },
            {
              key: 'row',
              title: word('import.row'),
              width: 90,
              render: (_value, { sheet, row }) => (isOneSheet || sheet === null ? row : `${sheet}!${row}`),
            },
            { key: 'title', title: say(entityNamed(job.target)), dataIndex: 'title', width: 220 },
            {
              key: 'changes',
              title: word('import.fromTo'),
              render: (_value, one) => (
                <>
                  {one.changes.map(({ field: name, label, from, to }) => (
                    <div key={name}>{`${label}${word('mark.colon')}${from} → ${to}`}</div>
                  ))}
                  {one.message && <div className="eam-none">{one.message}</div>}
                </>
              ),
            },
          ]}
        />
      ) : (
        <Outcome isLoading={changes.isPending} error={changes.error} onRetry={() => void changes.refetch()} />
      )}
    </>
  )
}
