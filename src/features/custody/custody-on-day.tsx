import { Alert, Descriptions } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { custodyOn } from '#contract/calls/custody/custody.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { type Row, useCall } from '#src/data/hooks.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { momentText } from '#src/kit/value-text.ts'
import { FieldInput } from '#src/kit/widgets/desk/field-input.tsx'
import { useWords } from '#src/words/words.ts'

const words = {
  notYet: { zh: '这一天尚无此设备卡。', en: 'The card did not exist yet on that day.' },
  hand: { zh: '最近一次交接', en: 'Last hand-over' },
  none: { zh: '没有交接记录', en: 'No hand-over on record' },
} as const
const paths = { use: '/eam/device-use', pool: '/eam/shared-borrowing' } as const

/** Who had a device and where it was at the end of a day; now until a day is chosen. */
export function CustodyOnDay({ row }: { readonly row: Row }): ReactNode {
  const { say } = useWords()
  const [date, setDate] = useState<string>()
  const { data, error, refetch } = useCall(custodyOn, { cardId: row.id, ...(date ? { date } : {}) })
  return (
    <section className="eam-panel" aria-label={say(custodyOn)}>
      <p className="eam-on-day">
        <label htmlFor="custody-on">{say(custodyOn)}</label>
        <FieldInput
          id="custody-on"
          field={custodyOn.input.date}
          value={date}
          onChange={(next) => setDate((next as string | null) ?? undefined)}
        />
      </p>
      {!data && <Outcome isLoading={!error} error={error} onRetry={() => void refetch()} />}
      {data && !data.existed && <Alert type="info" title={say(words.notYet)} />}
      {data?.existed && <CustodyFacts of={data} />}
    </section>
  )
}

function CustodyFacts({ of }: { readonly of: AnswerOf<typeof custodyOn> }): ReactNode {
  const { say } = useWords()
  const { fields } = device
  const items = [
    { label: say(fields.eamStatus), children: of.eamStatusValue ?? '—' },
    { label: say(fields.useDept), children: of.useDept.name ?? '—' },
    ...(of.borrowDept.name ? [{ label: say(fields.borrowDept), children: of.borrowDept.name }] : []),
    { label: say(fields.location), children: of.location.name ?? '—' },
    { label: say(fields.keeper), children: of.keeper.name ?? '—' },
    { label: say(words.hand), children: <Hand of={of.hand} /> },
  ]
  return <Descriptions size="small" column={{ xs: 1, md: 3 }} items={items.map((item) => ({ key: item.label, ...item }))} />
}

function Hand({ of }: { readonly of: AnswerOf<typeof custodyOn>['hand'] }): ReactNode {
  const { say, language } = useWords()
  if (!of) return say(words.none)
  const people = [of.givenBy, of.takenBy].filter(Boolean).join(' → ')
  return (
    <>
      {[momentText(of.happenedAt, language), of.act, people].filter(Boolean).join(' · ')}{' '}
      <Link to={`${paths[of.source]}/${of.id}`}>{of.no}</Link>
    </>
  )
}
