import { Select, Space } from 'antd'
import { type ReactNode, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { device } from '#contract/entities/asset/device/device.ts'
import { qualityControl } from '#contract/entities/quality/quality-control.ts'
import { statutoryInspection } from '#contract/entities/quality/statutory-inspection.ts'
import { metrologyRecord } from '#contract/entities/service/metrology-record.ts'
import { groupName, groupWords, type Measure, type Measured, openFigures, type Wanted } from '#contract/kit/figures/measure.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { deviceCards } from '#contract/measures/device-cards.ts'
import { maintenance } from '#contract/measures/maintenance.ts'
import { metrology } from '#contract/measures/metrology.ts'
import { quality } from '#contract/measures/quality.ts'
import { useMeasure } from '#src/data/measure.ts'
import { useSession } from '#src/data/session.ts'
import { useView } from '#src/data/view.ts'
import { figureText } from '#src/kit/chart/figure-text.ts'
import { asFilter, filtersOf } from '#src/kit/list/search/filters.ts'
import { FilterText } from '#src/kit/list/search/search-tags.tsx'
import { Outcome } from '#src/kit/outcome.tsx'
import { PaperRows } from '#src/kit/record/paper-rows.tsx'
import { PrintForm, PrintTable } from '#src/kit/record/print-form.tsx'
import { dayText } from '#src/kit/value-text.ts'
import { FieldInput } from '#src/kit/widgets/desk/field-input.tsx'
import { useWords, type WordKey } from '#src/words/words.ts'
import '../measure.css'

const yearFolderPath = '/eam/year-folder'

/** A chapter of figures by department. */
interface Figures {
  readonly kind: 'figures'
  readonly of: Measure
  readonly figures: readonly string[]
  readonly where?: Wanted
}
/** A chapter of rows, headed by figures of all of them. */
interface Rows {
  readonly kind: 'rows'
  readonly of: typeof metrologyRecord | typeof qualityControl | typeof statutoryInspection
  readonly day: string
  readonly where: Wanted
  readonly columns: readonly string[]
  readonly measure?: { readonly of: Measure; readonly figures: readonly string[] }
}

/** The chapters in the order in which inspectors ask for them. */
const chapters: Readonly<Record<'emergency' | 'metrology' | 'maintenance' | 'quality' | 'statutory', Figures | Rows>> = {
  emergency: { kind: 'figures', of: deviceCards, figures: ['count', 'intact'], where: { isEmergency: '1' } },
  metrology: {
    kind: 'rows',
    of: metrologyRecord,
    day: 'measuredOn',
    where: { ...metrology.where },
    columns: ['recordNo', 'device', 'useDept', 'measureKind', 'measuredOn', 'result', 'certificateNo', 'validUntil'],
    measure: { of: metrology, figures: ['count', 'passed'] },
  },
  maintenance: { kind: 'figures', of: maintenance, figures: ['count', 'done', 'completion', 'missed'] },
  quality: {
    kind: 'rows',
    of: qualityControl,
    day: 'controlledOn',
    where: { ...quality.where },
    columns: ['controlNo', 'device', 'useDept', 'template', 'controlledOn', 'result', 'failedPoints'],
    measure: { of: quality, figures: ['count', 'passed', 'failedPoints'] },
  },
  statutory: {
    kind: 'rows',
    of: statutoryInspection,
    day: 'inspectedOn',
    where: { inspectionState: 'finished' },
    columns: ['inspectionNo', 'device', 'useDept', 'inspectionKind', 'body', 'inspectedOn', 'result', 'certificateNo', 'validUntil'],
  },
}
type Name = keyof typeof chapters
const names = Object.keys(chapters) as Name[]

/** What inspectors ask for of a year on paper, of the hospital or a department: figures and ledgers, with lines for signatures. */
export function YearFolderPage(): ReactNode {
  const { say, word, language } = useWords()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const [today] = useState(() => homeDay(new Date()))
  const person = useSession((state) => state.person)
  const { view } = useView(device)
  const thisYear = Number(today.slice(0, 4))
  const asked = Math.trunc(Number(search.get('year')))
  const year = asked >= 2000 && asked <= 2100 ? asked : thisYear
  const deptId = search.get('useDeptId') ?? undefined
  const go = (part: { year?: number; deptId?: string | undefined }): void => {
    const next = { year, deptId, ...part }
    void navigate(
      `${yearFolderPath}?${new URLSearchParams({ year: String(next.year), ...(next.deptId ? { useDeptId: next.deptId } : {}) })}`,
    )
  }
  const rights = new Set(person?.rights ?? [])
  const entityOf = (name: Name): string =>
    chapters[name].kind === 'figures' ? (chapters[name] as Figures).of.of.name : (chapters[name] as Rows).of.name
  const open = names.filter((name) => rights.has(`${entityOf(name)}.list`))
  const hidden = names.filter((name) => !open.includes(name))
  const years = [...new Set([year, ...Array.from({ length: 6 }, (_, back) => thisYear - back)])].sort((one, next) => next - one)
  const dept: Record<string, string> = deptId ? { useDeptId: deptId } : {}
  const filter = view && filtersOf(view).find((one) => one.name === 'useDept')
  return (
    <PrintForm
      title={`${word('folder.title')} · ${year}`}
      note={word('measure.printed', { day: dayText(today, language), who: person?.realName ?? '' })}
      isLandscape
      back={{ to: '/eam/report', label: word('folder.back') }}
      tools={
        <Space>
          <Select
            aria-label={word('folder.year')}
            value={year}
            options={years.map((value) => ({ value, label: String(value) }))}
            onChange={(one) => go({ year: one })}
          />
          {view?.fields.useDept && (
            <div className="eam-measure-choice">
              <label htmlFor="folder-dept">{say(view.fields.useDept)}</label>
              <div className="eam-measure-dept">
                <FieldInput
                  key={deptId ?? ''}
                  id="folder-dept"
                  field={asFilter(view.fields.useDept)}
                  value={deptId}
                  onChange={(id) => go({ deptId: id ? String(id) : undefined })}
                />
              </div>
            </div>
          )}
        </Space>
      }
    >
      <dl>
        <div>
          <dt>{word('folder.scope')}</dt>
          <dd>{deptId && filter ? <FilterText filter={filter} filters={dept} /> : word('folder.whole')}</dd>
        </div>
      </dl>
      <p>{word('folder.asOf', { year })}</p>
      {open.map((name) => (
        <ChapterOf key={name} name={name} year={year} dept={dept} />
      ))}
      {hidden.length > 0 && (
        <p>{word('folder.hidden', { what: hidden.map((name) => word(`folder.${name}`)).join(language === 'zh' ? '、' : ', ') })}</p>
      )}
      <dl>
        {(['folder.head', 'folder.manager', 'folder.director', 'folder.signedOn'] as const).map((key) => (
          <div key={key}>
            <dt>{word(key)}</dt>
            <dd>&nbsp;</dd>
          </div>
        ))}
      </dl>
    </PrintForm>
  )
}

interface ChapterProps {
  readonly name: Name
  readonly year: number
  readonly dept: Wanted
}

const within = (day: string, year: number): Wanted => ({ [`${day}_ge`]: `${year}-01-01`, [`${day}_le`]: `${year}-12-31` })

function ChapterOf({ name, year, dept }: ChapterProps): ReactNode {
  const chapter = chapters[name]
  const key: WordKey = `folder.${name}`
  const { word } = useWords()
  if (chapter.kind === 'figures') return <FigureChapter chapter={chapter} title={word(key)} year={year} dept={dept} />
  const filters = { ...chapter.where, ...within(chapter.day, year), ...dept }
  const { measure } = chapter
  return (
    <PaperRows
      of={chapter.of}
      title={{ zh: word(key), en: word(key) }}
      columns={chapter.columns}
      filters={filters}
      above={measure && <Sums {...measure} filters={{ ...within(chapter.day, year), ...dept }} />}
    />
  )
}

/** The figures of a measure that the hospital shows. */
function useFigures(of: Measure, wanted: readonly string[], filters: Wanted) {
  const { view, error } = useView(of.of)
  const open = view ? openFigures(of, view) : []
  const figures = wanted.filter((one) => open.includes(one))
  const answer = useMeasure(of, view && figures.length > 0 ? { ...filters, group: 'useDept', figures: figures.join() } : undefined)
  return { figures, found: answer.isPlaceholderData ? undefined : answer.data, error: error ?? answer.error, retry: answer.refetch }
}

/** Figures of all rows of a chapter. */
function Sums({
  of,
  figures: wanted,
  filters,
}: {
  readonly of: Measure
  readonly figures: readonly string[]
  readonly filters: Wanted
}): ReactNode {
  const { say, language, word } = useWords()
  const { figures, found } = useFigures(of, wanted, filters)
  return (
    <p>
      {figures
        .map((name) => `${say(of.figures[name]!)}${word('mark.colon')}${figureText(found?.values[name], of.figures[name]!.unit, language)}`)
        .join(language === 'zh' ? '；' : '; ')}
    </p>
  )
}

interface FigureProps {
  readonly chapter: Figures
  readonly title: string
  readonly year: number
  readonly dept: Wanted
}

/** Figures by department with their total and how each is calculated. */
function FigureChapter({ chapter: { of, figures: wanted, where = {} }, title, year, dept }: FigureProps): ReactNode {
  const { say, word, language } = useWords()
  // What there is has no period.
  const filters = { ...where, ...(of.isStock ? {} : within(of.period!, year)), ...dept }
  const { figures, found, error, retry } = useFigures(of, wanted, filters)
  if (!found)
    return (
      <section aria-label={title}>
        <h2>{title}</h2>
        <Outcome isLoading={!error} error={error} onRetry={() => void retry()} />
      </section>
    )
  const text = (values: Measured['values'], name: string): string => figureText(values[name], of.figures[name]!.unit, language)
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {found.rows.length === 0 ? (
        <p>{word('folder.noRows')}</p>
      ) : (
        <PrintTable
          lines={found.rows.map((row) => ({ ...row, id: row.key ?? '' }))}
          columns={[
            { name: 'group', label: say(groupWords(of, 'useDept')), isFigure: false, text: (row) => groupName(row, language) },
            ...figures.map((name) => ({
              name,
              label: say(of.figures[name]!),
              isFigure: true,
              text: (row: Measured['rows'][number]) => text(row.values, name),
            })),
          ]}
          foot={
            <>
              <th scope="row" colSpan={2}>
                {word('measure.total')}
              </th>
              {figures.map((name) => (
                <td key={name} className="eam-figure">
                  {text(found.values, name)}
                </td>
              ))}
            </>
          }
        />
      )}
      {figures
        .filter((name) => of.figures[name]!.kind === 'ratio')
        .map((name) => (
          <p key={name} className="eam-report-formula">
            {say(of.figures[name]!.formula)}
          </p>
        ))}
    </section>
  )
}
