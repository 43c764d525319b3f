import { FileSearchOutlined } from '@ant-design/icons'
import { Button, Form } from 'antd'
import { type ReactNode, useState } from 'react'
import type { PlateLine } from '#contract/codes/nameplate/plate-types.ts'
import { isEmpty } from '#contract/kit/fields/same.ts'
import type { Words } from '#contract/kit/words.ts'
import { FILE_MAX_BYTES } from '#contract/sync/sync-blobs.ts'
import { uploadFile } from '#src/data/upload.ts'
import { FactList } from '#src/kit/nameplate/fact-list.tsx'
import { factWords } from '#src/kit/nameplate/fact-words.ts'
import { ReadingFrame } from '#src/kit/nameplate/reading-frame.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { useOnce } from '#src/kit/use-once.ts'
import { useWords } from '#src/words/words.ts'
import { paperFaults, paperWords } from './paper-words.ts'
import { usePaper } from './use-paper.ts'

const accepted = 'application/pdf,image/jpeg,image/png,image/webp,image/heic,image/*'

type Values = Readonly<Record<string, unknown>>

/** A fact of a paper and the input that it may fill; without one it is only said. */
export interface PaperFact {
  readonly input?: string | undefined
  readonly label: string
  readonly value: string
  /** As a person reads it. */
  readonly text: string
  readonly certain: boolean
}

interface Props {
  readonly title: Words
  /** What the lines of the paper say to this form. */
  readonly factsOf: (lines: readonly PlateLine[]) => readonly PaperFact[]
  readonly fill: (values: Values) => void
  /** The input that keeps files, by wire name. */
  readonly files?: string | undefined
  /** What else is said about what was read. */
  readonly note?: ((lines: readonly PlateLine[]) => ReactNode) | undefined
}

const isSame = (held: unknown, value: string): boolean =>
  held === value || (typeof held === 'number' && held === Number(value)) || (typeof held === 'string' && held.trim() === value)

/** Above the fields of a form: reads a PDF or photo, and offers what it says. Nothing is filled in without a click. Stands inside the form. */
export function PaperPart({ title, factsOf, fill, files, note }: Props): ReactNode {
  const { say } = useWords()
  const { state, read, agree, stop } = usePaper()
  const form = Form.useFormInstance<Values>()
  const values = (Form.useWatch([], form) ?? {}) as Values
  const facts = state.is === 'read' ? factsOf(state.lines) : []
  // What the form says already is replaced one by one only.
  const sureIn = (now: Values) => facts.filter(({ input, certain }) => input !== undefined && certain && isEmpty(now[input]))
  const sure = sureIn(values)
  const fault = state.is === 'failed' ? state.fault : state.is === 'read' && facts.length === 0 ? 'noFacts' : undefined
  return (
    <ReadingFrame
      title={title}
      icon={<FileSearchOutlined />}
      accepted={accepted}
      stage={state}
      reading={paperWords.reading}
      fault={fault && paperFaults[fault]}
      onFile={(file) => void read(file)}
      onAgree={() => void agree()}
      onStop={stop}
    >
      {state.is === 'read' && note?.(state.lines)}
      {facts.length > 0 && (
        <FactList
          title={say(paperWords.facts)}
          all={
            sure.length > 0
              ? {
                  label: `${say(factWords.takeAll)} (${sure.length})`,
                  isMain: true,
                  onTake: () => fill(Object.fromEntries(sureIn(form.getFieldsValue()).map(({ input, value }) => [input, value]))),
                }
              : undefined
          }
          facts={facts.map(({ input, label, value, text, certain }) => ({
            key: label,
            label,
            text,
            certain,
            isTaken: input !== undefined && isSame(values[input], value),
            ...(input === undefined ? {} : { onTake: () => fill({ [input]: value }) }),
          }))}
        />
      )}
      {state.is === 'read' && files && (
        <Attach key={`${state.file.name} ${state.file.size} ${state.file.lastModified}`} file={state.file} input={files} fill={fill} />
      )}
    </ReadingFrame>
  )
}

/** Uploads the file that was read, and adds it to the files of the form. */
function Attach({ file, input, fill }: { readonly file: File; readonly input: string; readonly fill: Props['fill'] }): ReactNode {
  const { say } = useWords()
  const notice = useNotice()
  const form = Form.useFormInstance<Values>()
  const [sent, setSent] = useState<string>()
  const [isSending, setSending] = useState(false)
  const held = (Form.useWatch(input, form) ?? []) as readonly string[]
  const attach = useOnce(async (): Promise<void> => {
    setSending(true)
    try {
      const id = await uploadFile(file)
      setSent(id)
      fill({ [input]: [...((form.getFieldValue(input) ?? []) as readonly string[]), id] })
    } catch (thrown) {
      notice.failed(thrown)
    } finally {
      setSending(false)
    }
  })
  if (file.size > FILE_MAX_BYTES) return null
  const isThere = sent !== undefined && held.includes(sent)
  return (
    <Button size="small" loading={isSending} disabled={isThere} onClick={() => void attach()}>
      {say(isThere ? paperWords.attached : paperWords.attach)}
    </Button>
  )
}
