import { Alert, Checkbox, Table } from 'antd'
import { type ReactNode, useState } from 'react'
import { cardOnDay } from '#contract/calls/asset/device-cards.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { type Row, useCall } from '#src/data/hooks.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { FieldInput } from '#src/kit/widgets/desk/field-input.tsx'
import { useWords } from '#src/words/words.ts'

type Field = AnswerOf<typeof cardOnDay>['fields'][number]

/** A card as it was at the end of a day, beside what it is now. */
export function DeviceOnDay({ row }: { readonly row: Row }): ReactNode {
  const { say, word } = useWords()
  const [date, setDate] = useState<string>()
  const [isAll, setAll] = useState(false)
  const { data, error, refetch } = useCall(cardOnDay, { id: row.id, ...(date ? { date } : {}) })
  const changed = data?.fields.filter(({ isChanged }) => isChanged) ?? []
  const shown = data?.fields.filter(({ text, now }) => text !== '—' || now !== '—') ?? []
  return (
    <section className="eam-panel" aria-label={say(cardOnDay)}>
      <p className="eam-on-day">
        <label htmlFor="on-day">{say(cardOnDay.input.date)}</label>
        <FieldInput
          id="on-day"
          field={cardOnDay.input.date}
          value={date}
          onChange={(next) => setDate((next as string | null) ?? undefined)}
        />
        <Checkbox checked={isAll} onChange={(event) => setAll(event.target.checked)}>
          {word('device.allFields')}
        </Checkbox>
      </p>
      {!data && <Outcome isLoading={!error} error={error} onRetry={() => void refetch()} />}
      {data && !data.existed && <Alert type="info" title={word('device.notYet')} />}
      {data?.existed && !isAll && changed.length === 0 && <p className="eam-hint">{word('device.sameAsNow')}</p>}
      {data?.existed && (isAll || changed.length > 0) && (
        <Table<Field>
          size="small"
          rowKey="field"
          pagination={false}
          dataSource={[...(isAll ? shown : changed)]}
          columns={[
            { title: word('device.field'), dataIndex: 'label', width: 180 },
            {
              title: word('device.thatDay'),
              dataIndex: 'text',
              render: (text: string, one) => (one.isChanged ? <strong>{text}</strong> : text),
            },
            { title: word('device.now'), dataIndex: 'now' },
          ]}
        />
      )}
    </section>
  )
}
