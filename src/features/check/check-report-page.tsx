import type { ReactNode } from 'react'
import { useParams } from 'react-router-dom'
import { checkReport, checkReportExport } from '#contract/calls/check/check-report.ts'
import { checkResults } from '#contract/entities/check/check-results.ts'
import { checkTask } from '#contract/entities/check/check-task.ts'
import { reportWords } from '#contract/entities/check/report-words.ts'
import { pathsOf } from '#contract/kit/entity/call.ts'
import { useCall } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { FileButton } from '#src/kit/download-button.tsx'
import { Outcome } from '#src/kit/outcome.tsx'
import { PrintForm } from '#src/kit/record/print-form.tsx'
import { useTabTitle } from '#src/kit/tab-title.ts'
import { dayText, momentText, moneyText, numberText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import { accuracyText, type Figures, isKnown } from './check-figures.tsx'
import './check-desk.css'
import './check-report.css'

/** The report of a check: all, by department, by location, with counts and money; for the screen and for A4. */
export function CheckReportPage(): ReactNode {
  const { id = '' } = useParams()
  const { word, say, language } = useWords()
  const mayExport = useRight(checkReportExport.may)
  const report = useCall(checkReport, { checkId: id })
  useTabTitle(report.data && `${report.data.check.checkTitle} ${say(reportWords.report)}`)
  if (!report.data) return <Outcome isLoading={report.isPending} error={report.error} onRetry={() => void report.refetch()} />
  const { check, total, depts, locations } = report.data
  return (
    <PrintForm
      title={check.checkTitle}
      note={
        <>
          {say(checkTask.fields.beginDate)} {dayText(check.beginDate, language)}
          {check.endDate && ` · ${say(checkTask.fields.endDate)} ${dayText(check.endDate, language)}`}
          {check.startedAt && ` · ${say(checkTask.fields.startedAt)} ${momentText(check.startedAt, language)}`}
          {` · ${say(checkTask.fields.checkStatus.of[check.checkStatus])}`}
        </>
      }
      back={{ to: `/eam/check/${id}`, label: word('check.toCheck') }}
      tools={
        mayExport && (
          <FileButton path={pathsOf(checkReportExport)[0]!} query={{ checkId: id }} name={check.checkTitle} label="list.export" />
        )
      }
      isLandscape
    >
      <Summary of={total} />
      <h2>{word('check.byDept')}</h2>
      <FigureTable
        head={say(reportWords.dept)}
        rows={depts.map((row) => ({ key: row.id, name: row.deptTitle, more: String(row.deptStatusValue ?? ''), of: row }))}
        total={total}
      />
      <h2>{word('check.byLocation')}</h2>
      <FigureTable
        head={say(reportWords.location)}
        rows={locations.map((row) => ({ key: row.locationId ?? '', name: row.locationName ?? say(reportWords.noPlace), of: row }))}
        total={total}
      />
      <footer className="eam-report-signs">
        {(['check.signCounter', 'check.signHead', 'check.signEquipment', 'check.signFinance'] as const).map((key) => (
          <p key={key}>
            {word(key)}
            <span className="eam-sign" />
          </p>
        ))}
      </footer>
    </PrintForm>
  )
}

function Summary({ of }: { readonly of: Figures }): ReactNode {
  const { word, language } = useWords()
  return (
    <p className="eam-report-sum">
      {word('check.summary', {
        book: numberText(of.book, language),
        value: moneyText(of.bookValue, language),
        counted: numberText(of.counted, language),
        match: isKnown(of, 'match') ? numberText(of.match, language) : '—',
        accuracy: accuracyText(of.accuracy),
      })}
    </p>
  )
}

const columns = ['book', 'match', 'misplaced', 'mismatch', 'surplus', 'deficient', 'pending'] as const

interface TableProps {
  readonly head: string
  readonly rows: readonly { readonly key: string; readonly name: string; readonly more?: string; readonly of: Figures }[]
  readonly total: Figures
}

function FigureTable({ head, rows, total }: TableProps): ReactNode {
  const { say, language, word } = useWords()
  const names = { ...checkResults, book: reportWords.book }
  const cells = (of: Figures): ReactNode => (
    <>
      {columns.map((name) => (
        <td key={name} className="eam-figure">
          {isKnown(of, name) ? numberText(of[name], language) : '—'}
          {of[name] > 0 && <small>{moneyText(of[`${name}Value`], language)}</small>}
        </td>
      ))}
      <td className="eam-figure">{accuracyText(of.accuracy)}</td>
    </>
  )
  return (
    <table className="eam-report-table">
      <thead>
        <tr>
          <th scope="col">{head}</th>
          {columns.map((name) => (
            <th key={name} scope="col" className="eam-figure">
              {say(names[name])}
            </th>
          ))}
          <th scope="col" className="eam-figure">
            {word('check.accuracy')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">
              {row.name}
              {row.more && <small>{row.more}</small>}
            </th>
            {cells(row.of)}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{say(reportWords.total)}</th>
          {cells(total)}
        </tr>
      </tfoot>
    </table>
  )
}
