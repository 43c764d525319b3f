import { Select, Table, Tag } from 'antd'
import { type ReactNode, useState } from 'react'
import { grades } from '#contract/calls/import.ts'
import { entityNamed } from '#contract/registry.ts'
import { useView } from '#src/data/view.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { useWords } from '#src/words/words.ts'
import { type Job, type Problem, useProblems } from './import-job.ts'

/** `27` -> `AB`, as spreadsheets name their columns. */
const letters = (column: number): string =>
  (column >= 26 ? letters(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26))

/** What is wrong in a file, cell by cell. */
export function ImportProblems({ job }: { readonly job: Job }): ReactNode {
  const { word, say } = useWords()
  const [grade, setGrade] = useState<string>()
  const [field, setField] = useState<string>()
  const [{ current, size }, setPage] = useState({ current: 1, size: 20 })
  const { view } = useView(entityNamed(job.target))
  const problems = useProblems(job, { grade, field, current, size })
  const isOneSheet = (job.layout?.sheets?.filter(({ isIn }) => isIn).length ?? 1) < 2
  const headings = new Map(job.layout?.columns.map(({ at, heading }) => [at, heading]))
  const fields = job.layout?.columns.flatMap(({ field: name, heading }) =>
    name ? [{ value: name, label: view?.fields[name] ? say(view.fields[name]) : heading }] : [],
  )
  const first = (set: () => void): void => {
    set()
    setPage((now) => ({ ...now, current: 1 }))
  }
  return (
    <section className="eam-panel" aria-label={word('import.problems')}>
      <h2>{word('import.problems')}</h2>
      <div className="eam-toolbar">
        <Select
          allowClear
          className="eam-import-filter"
          placeholder={word('import.grade')}
          aria-label={word('import.grade')}
          options={Object.entries(grades).map(([value, words]) => ({ value, label: say(words) }))}
          value={grade}
          onChange={(next?: string) => first(() => setGrade(next))}
        />
        <Select
          allowClear
          className="eam-import-filter"
          placeholder={word('import.field')}
          aria-label={word('import.field')}
          options={fields}
          value={field}
          onChange={(next?: string) => first(() => setField(next))}
        />
      </div>
      {problems.data ? (
        <Table<Problem>
          rowKey="id"
          size="small"
          loading={problems.isFetching && problems.isPlaceholderData}
          dataSource={[...problems.data.records]}
          pagination={{
            current,
            pageSize: size,
            total: problems.data.total,
            showSizeChanger: true,
            showTotal: (count) => word('list.total', { count }),
            onChange: (page, pageSize) => setPage({ current: page, size: pageSize }),
          }}
          columns={[
            {
              key: 'grade',
              title: word('import.grade'),
              width: 90,
              render: (_value, one) => <Tag color={one.grade === 'error' ? 'error' : 'warning'}>{say(grades[one.grade])}</Tag>,
            },
            {
              key: 'cell',
              title: word('import.cell'),
              width: 90,
              render: (_value, { sheet, row, column }) => {
                const cell = column === null ? String(row) : `${letters(column)}${row}`
                return isOneSheet || sheet === null ? cell : `${sheet}!${cell}`
              },
            },
            {
              key: 'heading',
              title: word('import.heading'),
              width: 180,
              render: (_value, { column }) => headings.get(column ?? -1) ?? '—',
            },
            { key: 'message', title: word('import.message'), dataIndex: 'message' },
            { key: 'value', title: word('import.value'), dataIndex: 'value', width: 220, ellipsis: true },
          ]}
        />
      ) : (
        <Outcome isLoading={problems.isPending} error={problems.error} onRetry={() => void problems.refetch()} />
      )}
    </section>
  )
}
