import { Button, InputNumber, Table } from 'antd'
import { type ReactNode, useState } from 'react'
import { measureControl } from '#contract/calls/quality/quality.ts'
import { qualityReading } from '#contract/entities/quality/quality-reading.ts'
import { linesOf, type Row, useAction } from '#src/data/hooks.ts'
import { Shown } from '#src/kit/shown.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { textOf } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'

const { fields } = qualityReading
const facts = ['quantity', 'setValue', 'unit', 'toleranceAbs', 'tolerancePercent', 'lowerLimit', 'upperLimit', 'testerKind'] as const

/** The points of a draft with an input for each measured value. Columns that no point fills are left out. */
export function ReadingsForm({ row }: { readonly row: Row }): ReactNode {
  const { say, word, language } = useWords()
  const notice = useNotice()
  const record = useAction(measureControl)
  const [typed, setTyped] = useState<Readonly<Record<string, number | null>>>({})
  const readings = linesOf(row, 'readings')
  const shown = facts.filter((name) => readings.some((one) => textOf(name, fields[name], one, language) !== ''))
  const save = (): void => {
    const changed = Object.entries(typed).map(([id, measured]) => ({ id, measured }))
    void notice.tell(
      record.mutateAsync({ body: { id: row.id, version: Number(row.version), readings: changed } }),
      word('step.done', { step: say(measureControl) }),
    )
  }
  return (
    <section className="eam-panel" aria-label={say(measureControl)}>
      <h2>{say(measureControl)}</h2>
      <Table<Row>
        size="small"
        rowKey="id"
        dataSource={[...readings]}
        scroll={{ x: 'max-content' }}
        pagination={false}
        columns={[
          { key: 'place', title: '#', width: 44, render: (_value, _line, index) => index + 1 },
          ...shown.map((name) => ({
            key: name,
            title: say(fields[name]),
            render: (_value: unknown, one: Row) => <Shown name={name} field={fields[name]} row={one} />,
          })),
          {
            key: 'measured',
            // What is typed stays in sight where the facts are wide.
            fixed: 'right',
            width: 120,
            title: say(fields.measured),
            render: (_value, one) => (
              <InputNumber<number>
                aria-label={`${one.quantity} ${one.setValue ?? ''} ${say(fields.measured)}`}
                controls={false}
                value={one.id in typed ? typed[one.id] : one.measured === null ? null : Number(one.measured)}
                onChange={(value) => setTyped((before) => ({ ...before, [one.id]: value }))}
              />
            ),
          },
          {
            key: 'verdict',
            fixed: 'right',
            width: 96,
            title: say(fields.verdict),
            render: (_value, one) => <Shown name="verdict" field={fields.verdict} row={one} />,
          },
        ]}
      />
      <p>
        <Button type="primary" loading={record.isPending} disabled={Object.keys(typed).length === 0} onClick={save}>
          {word('common.save')}
        </Button>
      </p>
    </section>
  )
}
