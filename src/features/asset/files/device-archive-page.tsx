import { Result } from 'antd'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { device } from '#contract/entities/asset/device/device.ts'
import { type Chapter, chapters } from '#contract/kit/entity/chapter.ts'
import { rightOf } from '#contract/kit/entity/entity.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { type Row, useDetail } from '#src/data/hooks.ts'
import { useSession } from '#src/data/session.ts'
import { useView } from '#src/data/view.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { filledFields } from '#src/kit/record/filled-fields.ts'
import { PaperRows } from '#src/kit/record/paper-rows.tsx'
import { PrintForm } from '#src/kit/record/print-form.tsx'
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

/** The rows of a chapter that belong to the device. */
function ChapterRows({ chapter: { of, by, columns, where = {} }, id }: { readonly chapter: Chapter; readonly id: string }): ReactNode {
  const wired = (name: string): string => wireName(name, of.fields[name]!)
  const filters = { ...Object.fromEntries(Object.entries(where).map(([name, value]) => [wired(name), value])), [wired(by)]: id }
  return <PaperRows of={of} columns={columns} filters={filters} />
}
