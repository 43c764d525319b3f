import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { weekHours } from '#contract/calls/iot/energy.ts'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import { useCall } from '#src/data/hooks.ts'
import { Chart } from '#src/kit/chart/chart.tsx'
import type { ChartData } from '#src/kit/chart/chart-data.ts'
import { dayText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'

const words = {
  title: { zh: '一周运行热力图', en: 'Weekly running hours' },
  share: { zh: '运行占比', en: 'Running share' },
  formula: {
    zh: '运行占比 = 每小时运行时长 ÷ 有读数的时长；手工录入的日期没有小时数据。',
    en: 'Running share = running time ÷ time with readings of each hour; days entered by hand have no hours.',
  },
  hour: { zh: '时段', en: 'Hour' },
  earlier: { zh: '前 7 天', en: 'Earlier 7 days' },
  later: { zh: '后 7 天', en: 'Later 7 days' },
} as const

const hours = Array.from({ length: 24 }, (_, hour) => hour)

/** The share of each hour of seven days in which a device ran, of the time with readings. The table says the same. */
export function WeekHours({ deviceId }: { readonly deviceId: string }): ReactNode {
  const { say, language } = useWords()
  const today = homeDay(new Date())
  const [until, setUntil] = useState(today)
  const { data, error, refetch } = useCall(weekHours, { deviceId, day: until })
  const shares = new Map(data?.map((one) => [`${one.day} ${one.hour}`, one]))
  const shareAt = (day: string, hour: number): number | null => {
    const found = shares.get(`${day} ${hour}`)
    return found && found.measuredSeconds > 0 ? Math.round((1000 * found.runningSeconds) / found.measuredSeconds) / 10 : null
  }
  const chart: ChartData | undefined = data && {
    kind: 'heat',
    figure: say(words.share),
    unit: 'percent',
    by: say(words.hour),
    isOrdered: true,
    categories: hours.map((hour) => ({ key: String(hour), label: String(hour) })),
    series: Array.from({ length: 7 }, (_, at) => daysAfter(until, at - 6)).map((day) => ({
      key: day,
      label: dayText(day, language),
      values: hours.map((hour) => shareAt(day, hour)),
    })),
  }
  return (
    <section className="eam-panel">
      <Chart
        title={say(words.title)}
        sum={`${dayText(daysAfter(until, -6), language)} – ${dayText(until, language)}`}
        formula={say(words.formula)}
        data={chart}
        error={error}
        onRetry={() => void refetch()}
        more={
          <>
            <Button
              type="text"
              size="small"
              icon={<LeftOutlined />}
              aria-label={say(words.earlier)}
              onClick={() => setUntil(daysAfter(until, -7))}
            />
            <Button
              type="text"
              size="small"
              icon={<RightOutlined />}
              aria-label={say(words.later)}
              disabled={until >= today}
              onClick={() => setUntil(daysAfter(until, 7))}
            />
          </>
        }
      />
    </section>
  )
}
