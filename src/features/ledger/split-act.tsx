import { SplitCellsOutlined } from '@ant-design/icons'
import { Alert, Button, Form, InputNumber, Space } from 'antd'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { mostParts, splitDevice } from '#contract/calls/ledger/device-split.ts'
import { nominalValue } from '#contract/depreciation/depreciation-card.ts'
import { sharesOf } from '#contract/depreciation/depreciation-split.ts'
import { cents, decimalText } from '#contract/kit/fields/amount.ts'
import type { Row } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { CallDialog } from '#src/kit/form/call-dialog.tsx'
import { useWords } from '#src/words/words.ts'

const states: readonly unknown[] = ['in_use', 'in_stock']

/** The new cards of equal shares; the original keeps the first. */
const equalParts = (value: bigint, count: number): { value: string }[] =>
  sharesOf(
    value,
    Array.from({ length: count }, () => 1n),
  )
    .slice(1)
    .map((share) => ({ value: decimalText(share, 2) }))

/** Splits the card of a device into several, with its depreciation. */
export function SplitAct({ row }: { readonly row: Row }): ReactNode {
  const { word, say } = useWords()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const isOffered = useRight(splitDevice.may) && row.filingStatus === 'filed' && states.includes(row.eamStatus)
  const value = cents(row.originalValue)
  if (!isOffered || value <= nominalValue) return null
  return (
    <>
      <Button icon={<SplitCellsOutlined />} onClick={() => setOpen(true)}>
        {word('split.act')}
      </Button>
      {isOpen && (
        <CallDialog
          of={splitDevice}
          act={{ zh: splitDevice.zh, en: splitDevice.en }}
          given={{ id: row.id, version: row.version }}
          start={{ parts: equalParts(value, 2) }}
          above={<Rest value={value} label={say(splitDevice.input.parts)} />}
          onClose={() => setOpen(false)}
          onDone={() => void navigate(`/eam/device/${row.id}`)}
        />
      )}
    </>
  )
}

/** What a split does, equal shares at once, and what the original keeps of the value as one types. */
function Rest({ value, label }: { readonly value: bigint; readonly label: string }): ReactNode {
  const { word } = useWords()
  const form = Form.useFormInstance()
  const parts = (Form.useWatch<readonly { value?: unknown }[] | null | undefined>('parts', form) ?? []) as readonly { value?: unknown }[]
  const [count, setCount] = useState(2)
  const rest = parts.reduce((left, one) => left - cents(one.value), value)
  return (
    <>
      <Alert type="info" showIcon title={word('split.about')} />
      <Form.Item label={word('split.equally')} className="eam-wide">
        <Space>
          <InputNumber
            aria-label={word('split.count')}
            min={2}
            max={mostParts}
            precision={0}
            value={count}
            onChange={(next) => setCount(next ?? 2)}
          />
          <Button onClick={() => form.setFieldsValue({ parts: equalParts(value, count) })}>{word('split.fill')}</Button>
        </Space>
      </Form.Item>
      <Alert
        type={rest > 0n ? 'success' : 'error'}
        role={rest > 0n ? 'status' : 'alert'}
        title={
          rest > 0n
            ? word('split.rest', { rest: decimalText(rest, 2), total: decimalText(value, 2) })
            : word('split.noRest', { parts: label, total: decimalText(value, 2) })
        }
      />
    </>
  )
}
