import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Entity } from '#contract/kit/entity/entity.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { Wanted } from '#contract/kit/figures/measure.ts'
import type { Words } from '#contract/kit/words.ts'
import { fetchPage, type Row } from '#src/data/hooks.ts'
import { language as chosenLanguage } from '#src/data/language.ts'
import { useView } from '#src/data/view.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { textOf } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import { PrintTable } from './print-form.tsx'

/** Rows of a part on paper, the newest ones; the form says how many there are. */
const most = 600
const size = 200

interface Props {
  readonly of: Entity
  /** Its heading, where it is not called as its rows. */
  readonly title?: Words
  readonly columns: readonly string[]
  /** Filters of the list, by wire name. */
  readonly filters: Wanted
  /** What the rows come to, below the heading. */
  readonly above?: ReactNode
}

/** The newest rows, in the order of their time. */
function usePaperRows({ of, filters }: Props, columns: readonly string[]) {
  return useQuery({
    queryKey: ['entity', of.name, 'list', 'chapter', filters, columns, chosenLanguage()],
    enabled: columns.length > 0,
    queryFn: async ({ signal }) => {
      const rows: Row[] = []
      const wires = columns.map((name) => wireName(name, of.fields[name]!)).join()
      for (let current = 1; ; current++) {
        const page = await fetchPage(of, { ...filters, columns: wires, current, size } as Record<string, string | number>, signal)
        rows.push(...page.records)
        if (current >= page.pages || rows.length >= most) return { rows: rows.slice(0, most).reverse(), total: page.total }
      }
    },
  })
}

/** Rows of an entity as a part of a printed document, with how many there are. */
export function PaperRows(props: Props): ReactNode {
  const { say, word, language } = useWords()
  const { of, above } = props
  const title = say(props.title ?? of)
  const { view, error } = useView(of)
  const columns = view ? props.columns.filter((name) => view.fields[name]) : []
  const found = usePaperRows(props, columns)
  const failure = error ?? found.error
  if (failure || !view || !found.data)
    return (
      <section aria-label={title}>
        <h2>{title}</h2>
        <Outcome isLoading={!failure} error={failure} onRetry={() => void found.refetch()} />
      </section>
    )
  const { rows, total } = found.data
  if (total === 0)
    return (
      <section aria-label={title}>
        <p>
          <b>{title}</b> {word('archive.none')}
        </p>
      </section>
    )
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {above}
      <PrintTable<Row>
        lines={rows}
        columns={columns.map((name) => ({
          name,
          label: say(view.fields[name]!),
          isFigure: view.fields[name]!.kind === 'money',
          text: (line) => textOf(name, view.fields[name]!, line, language),
        }))}
        foot={<th colSpan={columns.length + 1}>{word('archive.count', { n: total })}</th>}
      />
      {rows.length < total && <p>{word('archive.cut', { shown: rows.length, total })}</p>}
    </section>
  )
}
