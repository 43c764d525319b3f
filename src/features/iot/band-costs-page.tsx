import { Segmented } from 'antd'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { homeDay, monthAfter } from '#contract/kit/time/day.ts'
import { DayInput } from '#src/kit/widgets/desk/day-input.tsx'
import { useWords } from '#src/words/words.ts'
import { BandCosts, type BandGroup } from './band-costs.tsx'
import { bandCostsWords as words } from './band-costs-path.ts'

/** Energy and cost by band of the tariff, by month, department or device, in a period; this year's months by default. */
export function BandCostsPage(): ReactNode {
  const { say } = useWords()
  const today = homeDay(new Date())
  const [query] = useSearchParams()
  const deviceId = query.get('deviceId')
  const [group, setGroup] = useState<BandGroup>('month')
  const [from, setFrom] = useState(monthAfter(today, -11))
  const [to, setTo] = useState(today)
  return (
    <article className="eam-record">
      <section className="eam-panel" aria-label={say(words.title)}>
        <h2>{say(words.title)}</h2>
        <div className="eam-actions">
          <Segmented<BandGroup>
            value={group}
            onChange={setGroup}
            aria-label={say(words.by)}
            options={(['month', 'useDept', 'device'] as const).map((value) => ({ value, label: say(words[value]) }))}
          />
          <label htmlFor="band-from">{say(words.from)}</label>
          <DayInput id="band-from" value={from} onChange={(day) => day && setFrom(day)} />
          <label htmlFor="band-to">{say(words.to)}</label>
          <DayInput id="band-to" value={to} onChange={(day) => day && setTo(day)} />
        </div>
        {/* Else the rows of the former grouping stand under the new heading until its own have come. */}
        <BandCosts key={group} group={group} query={{ ...(deviceId ? { deviceId } : {}), day_ge: from, day_le: to }} />
      </section>
    </article>
  )
}
