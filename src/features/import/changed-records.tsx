import { Checkbox, Radio } from 'antd'
import type { ReactNode } from 'react'
import { changeOutcomes, importChanges } from '#contract/calls/import/import.ts'
import { entityNamed } from '#contract/registry.ts'
import { useView } from '#src/data/view.ts'
import { ToneTag } from '#src/kit/tone-tag.tsx'
import { useWords } from '#src/words/words.ts'
import { FindingsTable, placeIn } from './findings-table.tsx'
import type { Difference, Job } from './import-job.ts'
import { isTicked, type UpdateChoice, withTick } from './update-choice.ts'

interface Props {
  readonly job: Job
  /** Absent once the import is done: what became of each record is shown. */
  readonly choice?: UpdateChoice
  readonly onChoose?: (choice: UpdateChoice) => void
}

/** The records that differ, each with its fields, and whether it is written. */
export function ChangedRecords({ job, choice, onChoose }: Props): ReactNode {
  const { word, say } = useWords()
  const { view } = useView(entityNamed(job.target))
  const fields = (job.changes?.fields ?? []).map((one) => ({
    value: one.field,
    label: view?.fields[one.field] ? say(view.fields[one.field]!) : one.field,
  }))
  const outcomes = Object.entries(changeOutcomes).map(([value, words]) => ({ value, label: say(words) }))
  return (
    <FindingsTable<Difference>
      job={job}
      call={importChanges}
      filters={{
        field: { label: word('import.field'), options: fields },
        ...(choice ? {} : { outcome: { label: word('import.outcome'), options: outcomes } }),
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
              render: (_value, one) => <ToneTag tone={changeOutcomes[one.outcome].tone}>{one.outcomeValue}</ToneTag>,
            },
        { key: 'row', title: word('import.row'), width: 90, render: (_value, { sheet, row }) => placeIn(job, sheet, row) },
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
    >
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
    </FindingsTable>
  )
}
