import { Alert, Form, Input, Radio } from 'antd'
import { type ReactNode, useEffectEvent, useLayoutEffect } from 'react'
import { cardForecast } from '#contract/calls/ledger/depreciation.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { type ChangeKind, changeKinds, chargedBy, valueChange } from '#contract/entities/asset/device/value-change.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { useCall } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import type { ToldPart } from '#src/kit/form/entity-form.tsx'
import { useWords } from '#src/words/words.ts'

const deviceNames: ReadonlySet<string> = new Set(
  Object.keys(chargedBy).map((name) => wireName(name, device.fields[name as keyof typeof chargedBy])),
)
const bookNames: ReadonlySet<string> = new Set(['depreciationMethod', 'lifeMonths', 'residualRate', 'lifeUnits', 'funds'])

/** Asks how a change of what a device is charged by is meant, once its first month has begun. */
export function DeviceChange(given: ToldPart): ReactNode {
  const mayAsk = useRight(cardForecast.may)
  const isAsked = mayAsk && given.changed.some((name) => deviceNames.has(name))
  const { data } = useCall(cardForecast, { deviceId: given.row.id }, isAsked)
  const now = homeDay(new Date()).slice(0, 7)
  const isOwnership = given.changed.includes('ownership')
  return <Choice {...given} isOwnership={isOwnership} isAsked={isAsked && data?.months.some(({ month }) => month <= now) === true} />
}

/** Asks the same of the terms of a card in a book. */
export function BookCardChange(given: ToldPart): ReactNode {
  return <Choice {...given} isAsked={Boolean(given.row.chargedOn) && given.changed.some((name) => bookNames.has(name))} />
}

function Choice({
  value,
  onChange,
  isAsked,
  isOwnership,
}: ToldPart & { readonly isAsked: boolean; readonly isOwnership?: boolean }): ReactNode {
  const { say, word } = useWords()
  const kind = (value.changeKind ?? 'change') as ChangeKind
  // What was chosen for a change that was taken back is not sent.
  const clear = useEffectEvent(() => onChange({}))
  useLayoutEffect(() => {
    if (!isAsked) clear()
  }, [isAsked])
  if (!isAsked) return null
  return (
    <>
      <Form.Item label={say(valueChange.changeKind)}>
        <Radio.Group
          value={kind}
          options={Object.entries(changeKinds).map(([key, words]) => ({ value: key, label: say(words) }))}
          onChange={(event) => onChange({ ...value, changeKind: event.target.value })}
        />
        <Alert type="info" title={word(kind === 'change' ? 'ledger.changeFollows' : 'ledger.correctionFollows')} />
        {isOwnership && kind === 'change' && <Alert type="info" title={word('ledger.ownershipFollows')} />}
      </Form.Item>
      <Form.Item label={say(valueChange.changeReason)} htmlFor="told-reason">
        <Input.TextArea
          id="told-reason"
          maxLength={valueChange.changeReason.max}
          value={(value.changeReason as string | undefined) ?? ''}
          onChange={(event) => onChange({ ...value, changeKind: kind, changeReason: event.target.value || null })}
        />
      </Form.Item>
    </>
  )
}
