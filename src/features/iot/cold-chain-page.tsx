import { InputNumber, Result } from 'antd'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { coldChain, coldChainExport } from '#contract/calls/iot/alarm.ts'
import { coldLimits, coldChainWords as said } from '#contract/entities/iot/cold-chain.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { useCall } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { FileButton } from '#src/kit/download-button.tsx'
import { Outcome } from '#src/kit/outcome.tsx'
import { PrintForm, PrintTable } from '#src/kit/record/print-form.tsx'
import { useTabTitle } from '#src/kit/tab-title.ts'
import { momentText, numberText } from '#src/kit/value-text.ts'
import { DayInput } from '#src/kit/widgets/desk/day-input.tsx'
import { useWords } from '#src/words/words.ts'

type Report = AnswerOf<typeof coldChain>
type Stretch = Report['parts'][number]

const words = {
  missing: { zh: '没有指定设备和日期', en: 'No device and days are named' },
  back: { zh: '返回传感器告警', en: 'Back to sensor alarms' },
  none: { zh: '这段时间该设备没有温度传感器', en: 'The device had no temperature sensor in these days' },
  device: { zh: '设备', en: 'Device' },
  period: { zh: '期间', en: 'Period' },
  limits: { zh: '允许范围', en: 'Allowed range' },
  count: { zh: '读数个数', en: 'Readings' },
  least: { zh: '最低温度', en: 'Lowest' },
  most: { zh: '最高温度', en: 'Highest' },
  mean: { zh: '平均温度', en: 'Mean' },
  kinetic: { zh: '平均动力学温度', en: 'Mean kinetic temperature' },
  outsideCount: { zh: '超限读数个数', en: 'Readings outside' },
  outsideMinutes: { zh: '超限时长', en: 'Time outside' },
  lower: { zh: '下限', en: 'Lower limit' },
  upper: { zh: '上限', en: 'Upper limit' },
  from: { zh: '第一天', en: 'First day' },
  to: { zh: '最后一天', en: 'Last day' },
  confirmed: { zh: '确认人', en: 'Confirmed by' },
  reason: { zh: '原因与处置', en: 'Reason and action' },
  name: { zh: '告警', en: 'Alarm' },
  length: { zh: '持续时间', en: 'Length' },
  at: { zh: '时间', en: 'Time' },
  signed: { zh: '审核人签名', en: 'Reviewer’s signature' },
  source: {
    zh: '平均动力学温度按 USP <1079.2>（Haynes 1971）计算，活化热 83144 J/mol。超过三个上报间隔没有读数记为无数据时段。',
    en: 'Mean kinetic temperature by USP <1079.2> (Haynes 1971), heat of activation 83144 J/mol. More than three report intervals without a reading are a gap.',
  },
} as const

/** The temperatures of a device in some days, to be printed for inspectors. */
export function ColdChainPage(): ReactNode {
  const { say, language } = useWords()
  const [query, setQuery] = useSearchParams()
  const [deviceId, from, to] = ['deviceId', 'from', 'to'].map((name) => query.get(name) ?? '') as [string, string, string]
  const given = { deviceId, from, to, lowerLimit: query.get('lowerLimit') ?? undefined, upperLimit: query.get('upperLimit') ?? undefined }
  const isAsked = deviceId !== '' && from !== '' && to !== ''
  const { data, error, refetch } = useCall(coldChain, given, isAsked)
  const mayExport = useRight(coldChainExport.may)
  useTabTitle(data && `${data.deviceName} ${say(said.report)}`)
  if (!isAsked) return <Result status="info" title={say(words.missing)} />
  const set = (name: string, value: string | number | null): void =>
    setQuery((old) => {
      const next = new URLSearchParams(old)
      if (value === null || value === '') next.delete(name)
      else next.set(name, String(value))
      return next
    })
  const limit = (name: 'lowerLimit' | 'upperLimit', label: string, usual: number): ReactNode => (
    <InputNumber
      aria-label={label}
      prefix={label}
      suffix="°C"
      style={{ width: 152 }}
      value={Number(given[name] ?? usual)}
      onChange={(value) => set(name, value)}
    />
  )
  return (
    <PrintForm
      title={say(said.report)}
      note={data && [data.deviceName, data.deviceCode].filter(Boolean).join(' · ')}
      back={{ to: '/iot/alarm', label: say(words.back) }}
      tools={
        <>
          <label htmlFor="eam-cold-from">{say(words.from)}</label>
          <span>
            <DayInput id="eam-cold-from" value={from} onChange={(value) => value && set('from', value)} />
          </span>
          <label htmlFor="eam-cold-to">{say(words.to)}</label>
          <span>
            <DayInput id="eam-cold-to" value={to} onChange={(value) => value && set('to', value)} />
          </span>
          {limit('lowerLimit', say(words.lower), coldLimits.lower)}
          {limit('upperLimit', say(words.upper), coldLimits.upper)}
          {mayExport && <FileButton path={coldChainExport.path as string} query={given} name={say(said.report)} label="list.export" />}
        </>
      }
    >
      {!data ? (
        <Outcome isLoading={!error} error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <dl>
            <div>
              <dt>{say(words.period)}</dt>
              <dd>{`${from} – ${to}`}</dd>
            </div>
            <div>
              <dt>{say(words.limits)}</dt>
              <dd>{`${numberText(data.lowerLimit, language)} – ${numberText(data.upperLimit, language)} °C`}</dd>
            </div>
          </dl>
          {data.parts.length === 0 && <p>{say(words.none)}</p>}
          {data.parts.map((part) => (
            <PartOf key={`${part.sensorCode} ${part.from}`} part={part} />
          ))}
          <p>
            <small>{say(words.source)}</small>
          </p>
          <dl>
            <div>
              <dt>{say(words.signed)}</dt>
              <dd>&nbsp;</dd>
            </div>
          </dl>
        </>
      )}
    </PrintForm>
  )
}

/** The figures of one sensor, and all that an inspector asks about. */
function PartOf({ part }: { readonly part: Stretch }): ReactNode {
  const { say, language } = useWords()
  const degrees = (value: number | null): string => (value === null ? '—' : `${numberText(value, language)} °C`)
  const time = (value: string | null): string => (value === null ? '—' : momentText(value, language))
  const minutes = (value: number): string => `${numberText(value, language)} min`
  const facts: readonly (readonly [keyof typeof words, string])[] = [
    ['count', numberText(part.count, language)],
    ['least', degrees(part.least)],
    ['most', degrees(part.most)],
    ['mean', degrees(part.mean)],
    ['kinetic', degrees(part.kinetic)],
    ['outsideCount', numberText(part.outsideCount, language)],
    ['outsideMinutes', minutes(part.outsideMinutes)],
  ]
  const column = <L,>(name: string, label: string, text: (line: L) => string, isFigure = false) => ({ name, label, text, isFigure })
  const titled = <L extends { readonly id: string }>(
    title: string,
    lines: readonly L[],
    columns: readonly ReturnType<typeof column<L>>[],
  ): ReactNode =>
    lines.length > 0 && (
      <>
        <h3>{title}</h3>
        <PrintTable lines={lines} columns={columns} foot={null} />
      </>
    )
  return (
    <section>
      <h2>{`${say(said.sensor)} ${part.sensorCode} · ${time(part.from)} – ${time(part.to)}`}</h2>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{say(words[name])}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {titled(say(said.alarm), part.alarms, [
        column('name', say(words.name), ({ alarmTitle }) => alarmTitle),
        column('from', say(said.from), ({ startedAt }) => time(startedAt)),
        column('to', say(said.to), ({ endedAt }) => time(endedAt)),
        column('peak', say(said.value), ({ peak }) => (peak === null ? '—' : numberText(peak, language)), true),
        column('who', say(words.confirmed), ({ acknowledgedByName, acknowledgedAt }) =>
          [acknowledgedByName ?? '—', acknowledgedAt && time(acknowledgedAt)].filter(Boolean).join(' '),
        ),
        column('reason', say(words.reason), ({ reason }) => reason ?? '—'),
      ])}
      {titled(
        say(said.gap),
        part.gaps.map((gap) => ({ id: gap.from, ...gap })),
        [
          column('from', say(said.from), (gap) => time(gap.from)),
          column('to', say(said.to), (gap) => time(gap.to)),
          column('minutes', say(words.length), (gap) => minutes(gap.minutes), true),
        ],
      )}
      {titled(
        say(said.outside),
        part.outside.map((one) => ({ id: one.at, ...one })),
        [
          column('at', say(words.at), (one) => time(one.at)),
          column('value', say(said.value), (one) => numberText(one.value, language), true),
        ],
      )}
    </section>
  )
}
