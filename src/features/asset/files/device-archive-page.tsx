import { useQuery } from '@tanstack/react-query'
import { Result } from 'antd'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { device } from '#contract/entities/asset/device/device.ts'
import { type Chapter, chapters } from '#contract/kit/entity/chapter.ts'
import { rightOf } from '#contract/kit/entity/entity.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { fetchPage, type Row, useDetail } from '#src/data/hooks.ts'
import { language as chosenLanguage } from '#src/data/language.ts'
import { useSession } from '#src/data/session.ts'
import { useView } from '#src/data/view.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { filledFields } from '#src/kit/record/filled-fields.ts'
import { PrintForm, PrintTable } from '#src/kit/record/print-form.tsx'
import { useTabTitle } from '#src/kit/tab-title.ts'
import { dayText, textOf } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'

const title = { zh: '设备档案', en: 'Device archive' } as const
const missing = { zh: '没有指定设备', en: 'No device is named' } as const
const back = { zh: '返回设备卡', en: 'Back to the device card' } as const
const signatures = [
  { zh: '设备管理员签名', en: 'Equipment manager’s signature' },
  { zh: '使用科室签名', en: 'Department’s signature' },
  { zh: '签名日期', en: 'Signed on' },
] as const

/** The whole life of a device on paper: its card, and the rows that modules declare for its archive, as far as the person may list them. */
export function DeviceArchivePage(): ReactNode {
  const { say, word, language } = useWords()
  const [query] = useSearchParams()
  const person = useSession((state) => state.person)
  const id = query.get('id') ?? undefined
  const detail = useDetail(device, id)
  const { view, error, retry } = useView(device)
  useTabTitle(detail.data && `${detail.data.deviceName} ${say(title)}`)
  if (!id) return <Result status="info" title={say(missing)} />
  const row = detail.data
  if (!row || !view)
    return (
      <Outcome
        isLoading={!(detail.error ?? error)}
        error={detail.error ?? error}
        onRetry={() => void (detail.error ? detail.refetch() : retry())}
      />
    )
  const open = chapters.filter(({ of }) => person?.rights.includes(rightOf(of, 'list')))
  return (
    <PrintForm
      title={say(title)}
      note={word('measure.printed', { day: dayText(homeDay(new Date()), language), who: person?.realName ?? '' })}
      isLandscape
      back={{ to: `/eam/device/${id}`, label: say(back) }}
    >
      <Card view={view} row={row} />
      {open.map((one) => (
        <ChapterRows key={one.of.name} chapter={one} id={id} />
      ))}
      <dl>
        {signatures.map((one) => (
          <div key={one.en}>
            <dt>{say(one)}</dt>
            <dd>&nbsp;</dd>
          </div>
        ))}
      </dl>
    </PrintForm>
  )
}

function Card({ view, row }: { readonly view: View; readonly row: Row }): ReactNode {
  const { say, word, language } = useWords()
  const { groups } = filledFields(view, row, language)
  return groups.map(({ group, fields }) => (
    <section key={group?.en ?? ''} aria-label={say(group ?? device)}>
      <h2>{say(group ?? device)}</h2>
      <dl>
        {fields.map(([name, field]) => (
          <div key={name} className={field.kind === 'text' && field.multiline ? 'eam-whole' : undefined}>
            <dt>{say(field)}</dt>
            <dd>
              {field.kind === 'ids' ? word('archive.files', { n: (row[name] as unknown[]).length }) : textOf(name, field, row, language)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  ))
}

/** Rows of a chapter on paper, the newest ones; the form says how many there are. */
const most = 600
const size = 200

/** The newest rows of a chapter, in the order of their time. */
function useChapter({ of, by, where = {} }: Chapter, view: View | undefined, columns: readonly string[], id: string) {
  const wired = (name: string): string => wireName(name, of.fields[name]!)
  const filters = { ...Object.fromEntries(Object.entries(where).map(([name, value]) => [wired(name), value])), [wired(by)]: id }
  return useQuery({
    queryKey: ['entity', of.name, 'list', 'chapter', filters, columns, chosenLanguage()],
    enabled: view !== undefined && columns.length > 0,
    queryFn: async ({ signal }) => {
      const rows: Row[] = []
      for (let current = 1; ; current++) {
        const page = await fetchPage(
          of,
          { ...filters, columns: columns.map(wired).join(), current, size } as Record<string, string | number>,
          signal,
        )
        rows.push(...page.records)
        if (current >= page.pages || rows.length >= most) return { rows: rows.slice(0, most).reverse(), total: page.total }
      }
    },
  })
}

function ChapterRows({ chapter, id }: { readonly chapter: Chapter; readonly id: string }): ReactNode {
  const { say, word, language } = useWords()
  const { view, error } = useView(chapter.of)
  const columns = view ? chapter.columns.filter((name) => view.fields[name]) : []
  const found = useChapter(chapter, view, columns, id)
  const failure = error ?? found.error
  if (failure || !view || !found.data)
    return (
      <section aria-label={say(chapter.of)}>
        <h2>{say(chapter.of)}</h2>
        <Outcome isLoading={!failure} error={failure} onRetry={() => void found.refetch()} />
      </section>
    )
  const { rows, total } = found.data
  if (total === 0)
    return (
      <section aria-label={say(chapter.of)}>
        <p>
          <b>{say(chapter.of)}</b> {word('archive.none')}
        </p>
      </section>
    )
  return (
    <section aria-label={say(chapter.of)}>
      <h2>{say(chapter.of)}</h2>
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
