import type { ReactNode } from 'react'
import { grades, importProblems } from '#contract/calls/import/import.ts'
import { entityNamed } from '#contract/registry.ts'
import { useView } from '#src/data/view.ts'
import { ToneTag } from '#src/kit/tone-tag.tsx'
import { useWords } from '#src/words/words.ts'
import { FindingsTable, placeIn } from './findings-table.tsx'
import type { Job, Problem } from './import-job.ts'

/** `27` -> `AB`, as spreadsheets name their columns. */
const letters = (column: number): string =>
  (column >= 26 ? letters(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26))

/** What is wrong in a file, cell by cell. */
export function ImportProblems({ job }: { readonly job: Job }): ReactNode {
  const { word, say } = useWords()
  const { view } = useView(entityNamed(job.target))
  const headings = new Map(job.layout?.columns.map(({ at, heading }) => [at, heading]))
  const fields = (job.layout?.columns ?? []).flatMap(({ field: name, heading }) =>
    name ? [{ value: name, label: view?.fields[name] ? say(view.fields[name]) : heading }] : [],
  )
  const severities = Object.entries(grades).map(([value, words]) => ({ value, label: say(words) }))
  return (
    <section className="eam-panel" aria-label={word('import.problems')}>
      <h2>{word('import.problems')}</h2>
      <FindingsTable<Problem>
        job={job}
        call={importProblems}
        filters={{ grade: { label: word('import.grade'), options: severities }, field: { label: word('import.field'), options: fields } }}
        columns={[
          {
            key: 'grade',
            title: word('import.grade'),
            width: 90,
            render: (_value, one) => <ToneTag tone={grades[one.grade].tone}>{say(grades[one.grade])}</ToneTag>,
          },
          {
            key: 'cell',
            title: word('import.cell'),
            width: 90,
            render: (_value, { sheet, row, column }) => placeIn(job, sheet, column === null ? row : `${letters(column)}${row}`),
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
    </section>
  )
}
