import { Button } from 'antd-mobile'
import { type ReactNode, useId, useState } from 'react'
import type { Entry } from '#contract/entities/checklist/judge.ts'
import { ids } from '#contract/kit/fields/field.ts'
import type { Words } from '#contract/kit/words.ts'
import type { Photo } from '#src/data/outbox/ports.ts'
import { fileAddress } from '#src/kit/file-address.ts'
import { icons } from '#src/kit/phone/icons.tsx'
import { useKeptFiles } from '#src/kit/phone/store/kept-files.ts'
import { useSync } from '#src/kit/phone/store/local-data.ts'
import { PhotosControl } from '#src/kit/widgets/phone/fields/field-photos.tsx'
import { type Signature, SignaturePad } from '#src/kit/widgets/phone/signature-pad.tsx'
import { VoiceButton } from '#src/kit/widgets/phone/voice-button.tsx'
import { useWords } from '#src/words/words.ts'
import { checklistWords as words } from '../checklist-words.ts'
import { limitsOf } from '../fill-model.ts'

const longest = 1000
const mostPhotos = 9

export interface FillItemProps {
  readonly entry: Entry
  /** What is typed, also where it cannot be taken. */
  readonly value: unknown
  /** Why what is typed cannot be taken. */
  readonly problem: Words | undefined
  /** Missing answers are pointed out. */
  readonly isAsked: boolean
  readonly onChange: (value: unknown) => void
  /** Stores pictures with the answer that names them. */
  readonly onPictures: (value: unknown, pictures: readonly Photo[]) => Promise<void>
}

/** One item to be answered with a thumb: what is asked, the answer, its limits and its verdict. */
export function FillItemPhone(props: FillItemProps): ReactNode {
  const { entry, problem, isAsked } = props
  const { say } = useWords()
  const id = useId()
  const limits = limitsOf(entry)
  const isAbnormal = entry.verdict === 'abnormal'
  const isMissing = isAsked && entry.verdict === 'missing'
  const isWrong = isAsked && problem !== undefined
  const said = isWrong
    ? say(problem)
    : isMissing
      ? say(words.empty)
      : isAbnormal
        ? say(entry.kind === 'number' ? words.outside : words.abnormal)
        : ''
  return (
    <li className="ph-fill-item" data-item={entry.code} data-bad={isAbnormal || isMissing || isWrong ? '' : undefined}>
      <p className="ph-fill-text">
        <label id={`${id}-text`} htmlFor={id}>
          {entry.text}
        </label>
        {entry.isRequired ? <small>{say(words.required)}</small> : null}
      </p>
      <Answer {...props} id={id} />
      <p className="ph-fill-verdict" role="status">
        {said ? <strong>{said}</strong> : null} {limits ? <span>{say(limits)}</span> : null}
      </p>
    </li>
  )
}

function Answer(props: FillItemProps & { readonly id: string }): ReactNode {
  const { entry, value, id, onChange } = props
  const { say } = useWords()
  const text = value === null || value === undefined ? '' : String(value)
  switch (entry.kind) {
    case 'yesNo':
      return <Options {...props} options={(['yes', 'no'] as const).map((key) => [key, say(words[key])])} />
    case 'choice':
      return <Options {...props} options={entry.options.map((one) => [one, one])} />
    case 'number':
      return (
        <span className="ph-field">
          <input
            id={id}
            value={text}
            inputMode="decimal"
            autoComplete="off"
            aria-invalid={entry.verdict === 'abnormal'}
            onChange={(event) => onChange(event.target.value)}
          />
          {entry.unit ? <span>{entry.unit}</span> : null}
        </span>
      )
    case 'text':
      return (
        <span className="ph-area">
          <textarea id={id} value={text} maxLength={longest} rows={2} onChange={(event) => onChange(event.target.value)} />
          <VoiceButton what={entry.text} onSaid={(more) => onChange(`${text}${more}`.slice(0, longest))} />
        </span>
      )
    case 'photo':
      return <PhotoAnswer {...props} />
    case 'signature':
      return <SignatureAnswer {...props} />
  }
}

/** A few answers side by side, each a large target. */
function Options({
  entry,
  value,
  id,
  options,
  onChange,
}: FillItemProps & { readonly id: string; readonly options: readonly (readonly [key: string, label: string])[] }): ReactNode {
  return (
    <div role="radiogroup" id={id} aria-labelledby={`${id}-text`} className="ph-choices ph-fill-options">
      {options.map(([key, label]) => (
        <label key={key} className={entry.abnormal.includes(key) ? 'ph-fill-bad' : undefined}>
          <input type="radio" name={id} checked={value === key} onChange={() => onChange(key)} />
          <span>{label}</span>
        </label>
      ))}
    </div>
  )
}

/** The pictures of an answer: from this phone while it holds them, else from the server. */
export function AnswerPictures({
  ids: named,
  label,
  onRemove,
}: {
  readonly ids: readonly string[]
  readonly label: string
  readonly onRemove?: (id: string) => void
}): ReactNode {
  const { word } = useWords()
  const { online } = useSync()
  const files = useKeptFiles(named)
  if (!files || named.length === 0) return null
  const held = new Map(files.map((file) => [file.id, file.url]))
  return (
    <span className="ph-photos">
      {named.map((id, index) => {
        const url = held.get(id) ?? (online ? fileAddress(id, 'thumb') : undefined)
        return (
          <span key={id} className="ph-photo">
            {url ? <img src={url} alt={`${label} ${index + 1}`} /> : <span className="ph-photo-name">{word('repair.photosWaiting')}</span>}
            {onRemove ? (
              <button type="button" aria-label={word('photo.remove', { n: index + 1 })} onClick={() => onRemove(id)}>
                {icons.clear}
              </button>
            ) : null}
          </span>
        )
      })}
    </span>
  )
}

const listed = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
const none: readonly Photo[] = []

function PhotoAnswer({ entry, value, onChange, onPictures }: FillItemProps): ReactNode {
  const taken = listed(value)
  const field = ids({ zh: entry.text, en: entry.text, to: 'file', max: mostPhotos - taken.length })
  return (
    <div className="ph-fill-photos">
      <AnswerPictures ids={taken} label={entry.text} onRemove={(id) => onChange(taken.filter((one) => one !== id))} />
      {taken.length < mostPhotos ? (
        <PhotosControl
          field={field}
          value={none}
          onChange={(added) => {
            const pictures = added ?? none
            if (pictures.length > 0) void onPictures([...taken, ...pictures.map(({ id }) => id)], pictures)
          }}
        />
      ) : null}
    </div>
  )
}

function SignatureAnswer({ entry, value, onChange, onPictures }: FillItemProps): ReactNode {
  const { say } = useWords()
  const [signature, setSignature] = useState<Signature>()
  const [isBusy, setBusy] = useState(false)
  if (typeof value === 'string' && value)
    return (
      <div className="ph-fill-sign">
        <AnswerPictures ids={[value]} label={entry.text} />
        <Button onClick={() => onChange(null)}>{say(words.signAgain)}</Button>
      </div>
    )
  const use = async (): Promise<void> => {
    setBusy(true)
    const picture = await signature
    if (picture) await onPictures(picture.id, [picture])
    setBusy(false)
  }
  return (
    <div className="ph-fill-sign">
      <SignaturePad label={say(words.signHere)} onSigned={setSignature} />
      {signature !== undefined ? (
        <Button color="primary" fill="outline" loading={isBusy} onClick={() => void use()}>
          {say(words.useSign)}
        </Button>
      ) : null}
    </div>
  )
}
