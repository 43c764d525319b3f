import { Button, Input, Radio, Tag } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import type { Entry } from '#contract/entities/checklist/judge.ts'
import type { FileType } from '#contract/kit/fields/file-types.ts'
import type { Words } from '#contract/kit/words.ts'
import { uploadFile } from '#src/data/upload.ts'
import { fileAddress } from '#src/kit/file-address.ts'
import { ToneTag } from '#src/kit/tone-tag.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { FileInput } from '#src/kit/widgets/desk/file-input.tsx'
import { SignatureCanvas } from '#src/kit/widgets/signature-canvas.tsx'
import { useWords } from '#src/words/words.ts'
import { answerHints, checklistWords as words } from './checklist-words.ts'
import { limitsOf } from './fill-model.ts'

const pictures: readonly FileType[] = ['jpg', 'png', 'webp']
const longest = 1000

interface Props {
  readonly entry: Entry
  /** What is typed, also where it cannot be taken. */
  readonly value: unknown
  /** Why what is typed cannot be taken. */
  readonly problem: Words | undefined
  /** Missing answers are pointed out. */
  readonly isAsked: boolean
  readonly onChange: (value: unknown) => void
}

/** Whether what is typed keeps the checklist from being finished, as far as the page says so already. */
const isWrong = ({ entry, problem, isAsked }: Props): boolean => isAsked && (problem !== undefined || entry.verdict === 'missing')

/** One item to be answered: what is asked, the answer, its limits and its verdict. */
export function FillItem(props: Props): ReactNode {
  const { entry, problem, isAsked } = props
  const { say } = useWords()
  const id = useId()
  const limits = limitsOf(entry)
  const isAbnormal = entry.verdict === 'abnormal'
  const note = isAsked && problem ? say(problem) : isAsked && entry.verdict === 'missing' ? say(words.empty) : ''
  return (
    <li
      className="eam-fill-item"
      data-tone={isAbnormal || isWrong(props) ? 'bad' : undefined}
      data-item={entry.code}
      data-open={isWrong(props)}
    >
      <div className="eam-fill-text">
        <label id={`${id}-text`} htmlFor={id}>
          {entry.text}
        </label>
        {entry.isRequired && <span className="eam-fill-required">{say(words.required)}</span>}
      </div>
      <div className="eam-fill-answer">
        <Answer {...props} id={id} />
        <span className="eam-fill-verdict" role="status">
          {isAbnormal && <ToneTag tone="bad">{say(entry.kind === 'number' ? words.outside : words.abnormal)}</ToneTag>}
          {limits && <span className="eam-fill-limits">{say(limits)}</span>}
          {note && <span className="eam-fill-note">{note}</span>}
        </span>
      </div>
    </li>
  )
}

function Answer(props: Props & { readonly id: string }): ReactNode {
  const { entry, value, id, onChange } = props
  const { say } = useWords()
  const text = value === null || value === undefined ? '' : String(value)
  const named = { id, 'aria-invalid': entry.verdict === 'abnormal' || isWrong(props) }
  const hint = answerHints[entry.kind]
  switch (entry.kind) {
    case 'yesNo':
    case 'choice': {
      const options = entry.kind === 'yesNo' ? (['yes', 'no'] as const).map((key) => [key, say(words[key])] as const) : plain(entry.options)
      return (
        <Radio.Group
          id={id}
          {...{ 'aria-labelledby': `${id}-text` }}
          className="eam-fill-options"
          size="large"
          value={text || undefined}
          onChange={(event) => onChange(event.target.value)}
        >
          {options.map(([key, label]) => (
            <Radio.Button key={key} value={key} className={entry.abnormal.includes(key) ? 'eam-fill-bad' : undefined}>
              {label}
            </Radio.Button>
          ))}
        </Radio.Group>
      )
    }
    case 'number':
      return (
        <Input
          {...named}
          className="eam-fill-number"
          size="large"
          inputMode="decimal"
          autoComplete="off"
          status={named['aria-invalid'] ? 'error' : undefined}
          placeholder={hint && say(hint)}
          suffix={entry.unit}
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      )
    case 'text':
      return (
        <Input.TextArea
          {...named}
          autoSize={{ minRows: 2, maxRows: 8 }}
          maxLength={longest}
          placeholder={hint && say(hint)}
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      )
    case 'photo':
      return (
        <FileInput
          id={id}
          value={Array.isArray(value) ? (value as string[]) : []}
          types={pictures}
          onChange={(ids) => onChange([...ids])}
        />
      )
    case 'signature':
      return <SignatureAnswer label={entry.text} value={text} onChange={onChange} />
  }
}

const plain = (options: readonly string[]) => options.map((one) => [one, one] as const)

/** A signature: signed in the box and taken over, or the picture that was signed. */
function SignatureAnswer({
  label,
  value,
  onChange,
}: {
  readonly label: string
  readonly value: string
  readonly onChange: (value: unknown) => void
}): ReactNode {
  const { say } = useWords()
  const notice = useNotice()
  const [picture, setPicture] = useState<Promise<File | undefined>>()
  const [isBusy, setBusy] = useState(false)
  const use = async (): Promise<void> => {
    setBusy(true)
    try {
      const file = await picture
      if (file) onChange(await uploadFile(file))
    } catch (thrown) {
      notice.failed(thrown)
    } finally {
      setBusy(false)
    }
  }
  if (value)
    return (
      <div className="eam-fill-sign">
        <img src={fileAddress(value)} alt={label} />
        <Button onClick={() => onChange(null)}>{say(words.signAgain)}</Button>
      </div>
    )
  return (
    <div className="eam-fill-sign">
      <Tag>{say(words.signHere)}</Tag>
      <SignatureCanvas label={label} onSigned={setPicture}>
        {(clear) => (
          <div className="eam-actions">
            <Button type="primary" loading={isBusy} onClick={() => void use()}>
              {say(words.useSign)}
            </Button>
            <Button onClick={clear}>{say(words.signAgain)}</Button>
          </div>
        )}
      </SignatureCanvas>
    </div>
  )
}
