import { Button, Table } from 'antd'
import type { ReactNode } from 'react'
import { grades } from '#contract/calls/import/import.ts'
import { ToneTag } from '#src/kit/tone-tag.tsx'
import { useWords } from '#src/words/words.ts'
import { GroupValues } from './group-values.tsx'
import type { Job, ProblemGroup } from './import-job.ts'

const shownValues = 3

interface Props {
  readonly job: Job
  readonly isBusy: boolean
  readonly onCheck: (body: Readonly<Record<string, unknown>>) => Promise<void>
}

/** What was found in a file, one line for each column and cause, and what can be done about a whole column or value. */
export function ImportGroups({ job, isBusy, onCheck }: Props): ReactNode {
  const { word, say } = useWords()
  const groups = job.groups ?? []
  if (groups.length === 0) return null
  const columns = new Map(job.layout?.columns.map((column) => [column.at, column]))
  const headingOf = ({ at }: ProblemGroup): string => columns.get(at ?? -1)?.heading ?? ''
  const line = (group: ProblemGroup): string => {
    const values = group.values.slice(0, shownValues).map(({ value }) => value)
    const more = group.values.length > shownValues ? '…' : ''
    const said = values.length === 0 ? word('import.cells', { count: group.cells }) : ''
    return said || word('import.cellsAre', { count: group.cells, values: values.join(word('mark.list')) + more })
  }
  return (
    <section className="eam-panel" aria-label={word('import.groups')}>
      <h2>{word('import.groups')}</h2>
      <Table<ProblemGroup & { readonly key: string }>
        size="small"
        pagination={groups.length > 20 ? { pageSize: 20, showSizeChanger: false } : false}
        dataSource={groups.map((group, index) => ({ ...group, key: String(index) }))}
        expandable={{
          rowExpandable: ({ field, values }) => field !== null && values.length > 0,
          expandedRowRender: (group) => <GroupValues job={job} group={group} isBusy={isBusy} onCheck={onCheck} />,
        }}
        columns={[
          {
            key: 'grade',
            title: word('import.grade'),
            width: 90,
            render: (_value, { grade }) =>
              grade === 'note' ? (
                <ToneTag>{word('import.noteGrade')}</ToneTag>
              ) : (
                <ToneTag tone={grades[grade].tone}>{say(grades[grade])}</ToneTag>
              ),
          },
          { key: 'heading', title: word('import.heading'), width: 180, render: (_value, group) => headingOf(group) || '—' },
          { key: 'cells', title: word('import.found'), width: 300, render: (_value, group) => line(group) },
          { key: 'message', title: word('import.message'), render: (_value, group) => say(group) },
          {
            key: 'acts',
            title: word('import.acts'),
            width: 120,
            render: (_value, { at, field, grade }) =>
              at !== null && field !== null && (grade !== 'note' || columns.get(at)?.isSheet) ? (
                <Button
                  type="link"
                  size="small"
                  disabled={isBusy}
                  aria-label={`${word('import.leaveOut')} ${columns.get(at)?.heading ?? ''}`}
                  onClick={() => void onCheck({ columns: [{ at, field: null }] })}
                >
                  {word('import.leaveOut')}
                </Button>
              ) : null,
          },
        ]}
      />
    </section>
  )
}
