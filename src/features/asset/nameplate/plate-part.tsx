import { CameraOutlined } from '@ant-design/icons'
import { Checkbox, Form, Input } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { deviceOfDi } from '#contract/calls/asset/asset.ts'
import { addAttachments } from '#contract/calls/asset/device-attach.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { Field, FieldMap } from '#contract/kit/fields/field.ts'
import { isEmpty } from '#contract/kit/fields/same.ts'
import { sameCode } from '#contract/kit/text/one-writing.ts'
import { FILE_MAX_BYTES } from '#contract/sync/sync-blobs.ts'
import { type Row, useAction, useCall } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { uploadFile } from '#src/data/upload.ts'
import type { FormPart } from '#src/kit/form/form-part.ts'
import { FactList } from '#src/kit/nameplate/fact-list.tsx'
import { factWords } from '#src/kit/nameplate/fact-words.ts'
import { ReadingFrame } from '#src/kit/nameplate/reading-frame.tsx'
import { ToneTag } from '#src/kit/tone-tag.tsx'
import { textOf } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import { cardField, productFields } from './plate-facts.ts'
import { faultWords, plateWords } from './plate-words.ts'
import { type ShownFact, usePlate } from './use-plate.ts'

const accepted = 'image/jpeg,image/png,image/webp,image/heic,image/*'

type Values = Readonly<Record<string, unknown>>

/** Above the fields of a card: reads a photo of the nameplate or a UDI, and offers what it says. Nothing is filled in without a click. */
export function PlatePart({ row, fields, fill, afterwards }: FormPart): ReactNode {
  const { say } = useWords()
  const { state, read, agree, readCode, stop } = usePlate(fields)
  const values = (Form.useWatch([], Form.useFormInstance()) ?? {}) as Values
  const isBusy = state.is === 'loading' || state.is === 'reading'
  const facts = state.is === 'read' ? state.facts : []
  const di = facts.find(({ field }) => field === 'udiDi')?.value
  return (
    <ReadingFrame
      title={plateWords.read}
      icon={<CameraOutlined />}
      accepted={accepted}
      stage={state}
      reading={plateWords.reading}
      fault={state.is === 'failed' ? faultWords[state.fault] : undefined}
      onFile={(file) => void read(file)}
      onAgree={() => void agree()}
      onStop={stop}
      beside={
        fields.udiDi && (
          <Input
            allowClear
            aria-label={say(plateWords.udi)}
            placeholder={say(plateWords.udi)}
            disabled={isBusy}
            // A scanner ends its code with Enter, which would send the form.
            onPressEnter={(event) => {
              event.preventDefault()
              if (event.currentTarget.value.trim()) readCode(event.currentTarget.value)
            }}
          />
        )
      }
    >
      {facts.length > 0 && <Facts facts={facts} fields={fields} values={values} fill={fill} />}
      {di && <SameProduct di={di} id={row?.id} fields={fields} values={values} fill={fill} />}
      {state.is === 'read' && state.file && <KeepPhoto file={state.file} afterwards={afterwards} />}
    </ReadingFrame>
  )
}

interface OfferProps {
  readonly fields: FieldMap
  readonly values: Values
  readonly fill: FormPart['fill']
}

const isTaken = (values: Values, wire: string, value: unknown): boolean =>
  values[wire] === value || (typeof value === 'string' && typeof values[wire] === 'string' && sameCode(values[wire], value))

/** The facts of a plate with their pieces of the picture. */
function Facts({ facts, fields, values, fill }: OfferProps & { readonly facts: readonly ShownFact[] }): ReactNode {
  const { say } = useWords()
  const form = Form.useFormInstance<Values>()
  // What the form says already is replaced one by one only.
  const sureIn = (now: Values) => facts.filter(({ field, certain }) => certain && isEmpty(now[cardField[field]]))
  const sure = sureIn(values)
  const taking = {
    label: `${say(factWords.takeAll)} (${sure.length})`,
    isMain: true,
    onTake: () => fill(Object.fromEntries(sureIn(form.getFieldsValue()).map(({ field, value }) => [cardField[field], value]))),
  }
  return (
    <FactList
      title={say(plateWords.facts)}
      all={sure.length > 0 ? taking : undefined}
      facts={facts.map(({ field, value, certain, from, piece }) => {
        const name = cardField[field]
        return {
          key: field,
          label: say(fields[name] as Field),
          text: value,
          certain,
          piece,
          tag: from === 'code' && <ToneTag>{say(plateWords.fromCode)}</ToneTag>,
          isTaken: isTaken(values, name, value),
          onTake: () => fill({ [name]: value }),
        }
      })}
    />
  )
}

/** What the latest card of the same product says. */
function SameProduct({ di, id, fields, values, fill }: OfferProps & { readonly di: string; readonly id: string | undefined }): ReactNode {
  const { say, language } = useWords()
  const form = Form.useFormInstance<Values>()
  const card = (useCall(deviceOfDi, { udiDi: di }).data as readonly Row[] | undefined)?.[0]
  if (!card || card.id === id) return null
  const offers = productFields.flatMap((name) => {
    const field = fields[name]
    const wire = field && wireName(name, field)
    if (!field || !wire || isEmpty(card[wire])) return []
    // A link is filled in with its title.
    const filled = { [wire]: card[wire], ...(wire === name ? {} : { [`${name}Name`]: card[`${name}Name`] }) }
    return [{ name, wire, label: say(field), text: textOf(name, field, card, language), filled }]
  })
  const blankIn = (now: Values) => offers.filter(({ wire }) => isEmpty(now[wire]))
  const blank = blankIn(values)
  if (offers.length === 0) return null
  const taking = {
    label: `${say(plateWords.takeBlank)} (${blank.length})`,
    onTake: () => fill(Object.assign({}, ...blankIn(form.getFieldsValue()).map(({ filled }) => filled))),
  }
  return (
    <FactList
      title={[say(plateWords.same), card.deviceName, card.deviceCode].filter(Boolean).join(' · ')}
      all={blank.length > 0 ? taking : undefined}
      facts={offers.map(({ name, wire, label, text, filled }) => ({
        key: name,
        label,
        text,
        isTaken: isTaken(values, wire, card[wire]),
        onTake: () => fill(filled),
      }))}
    />
  )
}

/** Keeps the photo with the documents of the device once the card is saved. */
function KeepPhoto({ file, afterwards }: { readonly file: File; readonly afterwards: FormPart['afterwards'] }): ReactNode {
  const { say } = useWords()
  const isOffered = useRight(addAttachments.may) && file.size <= FILE_MAX_BYTES
  const { mutateAsync } = useAction(addAttachments)
  const [isKept, setKept] = useState(true)
  const set = useRef(afterwards)
  set.current = afterwards
  useEffect(() => {
    const tell = set.current
    if (!isOffered || !isKept) return undefined
    tell(async ({ id }) => {
      const stored = await uploadFile(file)
      await mutateAsync({ body: { deviceId: id, attachType: 'nameplate', files: [stored] } })
    })
    return () => tell(undefined)
  }, [isOffered, isKept, file, mutateAsync])
  if (!isOffered) return null
  return (
    <Checkbox checked={isKept} onChange={({ target }) => setKept(target.checked)}>
      {say(plateWords.keep)}
    </Checkbox>
  )
}
