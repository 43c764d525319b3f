import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { benefitList, benefitSums } from '#contract/calls/insight/benefit.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { invoke } from '#src/data/client.ts'
import { useCall } from '#src/data/hooks.ts'
import { language as languageNow } from '#src/data/language.ts'
import { useSession } from '#src/data/session.ts'
import { useView } from '#src/data/view.ts'
import { figureText } from '#src/kit/chart/figure-text.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { PrintForm, PrintTable } from '#src/kit/record/print-form.tsx'
import { dayText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import { amountText, columnNames, columnWords, type Judged } from './benefit-cells.tsx'
import { benefitAddress, readBenefit } from './benefit-state.ts'
import '../measure.css'

const most = 2000
const size = 200
type Found = AnswerOf<typeof benefitList>['records'][number]
type Line = Judged & { readonly id: string; readonly heads: readonly string[] }

/** The benefit of a year on A4, by the address that its page has: devices, or departments and classes, with the total. */
export function BenefitPrintPage(): ReactNode {
  const { view, error, retry } = useView(device)
  return view ? <Sheet view={view} /> : <Outcome isLoading={!error} error={error} onRetry={() => void retry()} />
}

function Sheet({ view }: { readonly view: View }): ReactNode {
  const { say, word, language } = useWords()
  const [search] = useSearchParams()
  const [today] = useState(() => homeDay(new Date()))
  const who = useSession((state) => state.person?.realName ?? '')
  const state = readBenefit(search, view, today)
  const { by, year, filters, entered } = state
  const sums = useCall(benefitSums, { year, group: by === 'device' ? 'useDept' : by, ...filters })
  const all = useQuery({
    queryKey: ['call', benefitList.name, 'all', year, entered, filters, languageNow()],
    enabled: by === 'device',
    queryFn: async ({ signal }) => {
      const found: Found[] = []
      for (let current = 1; ; current++) {
        const page = await invoke(benefitList, { query: { year, ...filters, entered, current, size }, signal })
        found.push(...page.records)
        if (current >= page.pages || found.length >= most) return { rows: found, total: page.total }
      }
    },
  })
  const failed = [sums, all].filter((one) => one.error)
  if (!sums.data || (by === 'device' && !all.data)) {
    const again = (): void => failed.forEach((one) => void one.refetch())
    return <Outcome isLoading={failed.length === 0} error={failed[0]?.error ?? null} onRetry={again} />
  }
  const { total, energyPrice } = sums.data
  const heads =
    by === 'device' ? [say(device.fields.deviceName), say(device.fields.useDept)] : [say(device.fields[by]), word('benefit.devices')]
  const lines: Line[] =
    by === 'device'
      ? all.data!.rows.map((row) => ({ ...row, heads: [`${row.deviceName ?? ''} ${row.deviceCode ?? ''}`, row.useDeptName ?? '—'] }))
      : sums.data.rows.map((row) => ({ ...row, id: row.id ?? '', heads: [row.name ?? word('benefit.noGroup'), String(row.devices)] }))
  const netText = (row: Judged): string => figureText(row.net, 'money', language)
  return (
    <PrintForm
      title={`${say(benefitList)} · ${year}`}
      note={word('measure.printed', { day: dayText(today, language), who })}
      isLandscape
      back={{ to: benefitAddress(state), label: word('measure.backTo') }}
    >
      <PrintTable<Line>
        lines={lines}
        columns={[
          ...heads.map((label, place) => ({ name: label, label, isFigure: false, text: (row: Line) => row.heads[place]! })),
          ...columnNames.map((name) => ({
            name,
            label: word(columnWords(name)),
            isFigure: true,
            text: (row: Line) => amountText(name, row, language, word),
          })),
          { name: 'net', label: word('benefit.net'), isFigure: true, text: netText },
          { name: 'rate', label: word('benefit.rate'), isFigure: true, text: (row) => figureText(row.rate, 'percent', language) },
        ]}
        foot={
          <>
            <th scope="row" colSpan={3}>
              {word('benefit.total', { devices: total.devices, without: total.without })}
            </th>
            {columnNames.map((name) => (
              <td key={name} className="eam-figure">
                {amountText(name, total, language, word)}
              </td>
            ))}
            <td className="eam-figure">{netText(total)}</td>
            <td className="eam-figure">{figureText(total.rate, 'percent', language)}</td>
          </>
        }
      />
      {by === 'device' && all.data!.rows.length < all.data!.total && (
        <p>{word('measure.cut', { shown: all.data!.rows.length, total: all.data!.total })}</p>
      )}
      <p className="eam-report-formula">{word('benefit.formula')}</p>
      <p className="eam-report-formula">
        {energyPrice === null ? word('benefit.noPriceSet') : word('benefit.price', { price: energyPrice })}
      </p>
      <footer>
        <dl className="eam-report-signed">
          {(['measure.maker', 'measure.checker', 'measure.signedOn'] as const).map((key) => (
            <div key={key}>
              <dt>{word(key)}</dt>
              <dd>&nbsp;</dd>
            </div>
          ))}
        </dl>
      </footer>
    </PrintForm>
  )
}
