import { Alert, Button, Form } from 'antd'
import { Fragment, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { View } from '#contract/kit/entity/view.ts'
import { rules } from '#contract/kit/fields/problem.ts'
import type { Language } from '#contract/kit/words.ts'
import { ApiError } from '#src/data/api-error.ts'
import { type Row, type Saved, useSubmit } from '#src/data/hooks.ts'
import { FormLinesPart } from '#src/kit/lines/form-lines.tsx'
import { isBlank, newLine } from '#src/kit/lines/line-draft.ts'
import { useFormLines } from '#src/kit/lines/use-form-lines.ts'
import { Parts } from '#src/kit/parts.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { useOnce } from '#src/kit/use-once.ts'
import { useWords } from '#src/words/words.ts'
import { BehindAlert } from './behind-alert.tsx'
import { changes, startOf } from './draft.ts'
import { FormFields } from './form-fields.tsx'
import type { FormPart } from './form-part.ts'

/** Further inputs below the fields and lines. They report their part of the draft on every change, empty when nothing differs from the row. */
export type FormExtra = (row: Row | undefined, report: (draft: Readonly<Record<string, unknown>>) => void) => ReactNode

interface Props {
  readonly view: View
  /** The row to change; absent for a new one. */
  readonly row?: Row | undefined
  /** Initial values of a new row, by wire name, with the titles of its links. */
  readonly initial?: Readonly<Record<string, unknown>> | undefined
  /** Values of a new row that the form does not show. */
  readonly given?: Readonly<Record<string, unknown>> | undefined
  readonly extra?: FormExtra | undefined
  readonly onSaved: (saved: Saved) => void
  readonly onCancel: () => void
  /** Reloads the row after another person changed it. */
  readonly onReload?: () => Promise<unknown>
  readonly onDirty?: (isDirty: boolean) => void
}

/** The server's problems, to show at their inputs. */
function fieldErrors(thrown: unknown, language: Language): { name: string; errors: string[] }[] {
  if (!(thrown instanceof ApiError) || thrown.error !== 'bad_input' || !Array.isArray(thrown.data)) return []
  return (thrown.data as { field: string; rule: keyof typeof rules }[]).map(({ field, rule }) => ({
    name: field,
    errors: [rules[rule]?.[language].replace('{n}', '') ?? thrown.message],
  }))
}

/** What a part of a form offers beside the change of a row (`told` of its entity). `changed`: wire names that differ from the row. */
export interface ToldPart {
  readonly row: Row
  readonly changed: readonly string[]
  readonly value: Readonly<Record<string, unknown>>
  readonly onChange: (value: Readonly<Record<string, unknown>>) => void
}

/** Form to add or change one row: sends only the changes, keeps the input when the server refuses. */
export function EntityForm({ view, row, initial, given, extra, onSaved, onCancel, onReload, onDirty }: Props) {
  const { word, language } = useWords()
  const notice = useNotice()
  const [form] = Form.useForm<Record<string, unknown>>()
  const submit = useSubmit(view.entity)
  const [base, setBase] = useState(row)
  // Key that remounts `extra` when the form adopts a reloaded row.
  const [begun, setBegun] = useState(row?.version)
  const start = startOf(view.fields, base)
  const first = base ? start : { ...start, ...initial }
  const [typed, setTyped] = useState<Record<string, unknown>>({})
  const [beside, setBeside] = useState<Readonly<Record<string, unknown>>>({})
  const [told, setTold] = useState<Readonly<Record<string, unknown>>>({})
  // What a part has filled in, with the titles of its links.
  const [filled, setFilled] = useState<Readonly<Record<string, unknown>>>()
  const afterwards = useRef<Parameters<FormPart['afterwards']>[0]>(undefined)
  const lines = useFormLines(view.entity, base, initial)
  const changedNames = [...Object.keys(typed), ...lines.all.flatMap((part) => (part.isDirty ? [part.line.as] : []))]
  const isDirty = Object.keys(typed).length > 0 || Object.keys(beside).length > 0 || lines.isDirty
  useEffect(() => onDirty?.(isDirty), [onDirty, isDirty])
  const inHand = lines.all.filter(({ line }) => line.isFirst)
  const below = lines.all.filter(({ line }) => !line.isFirst)
  const [isEmptyHanded] = useState(!row && inHand.some((part) => part.lines.every((line) => isBlank(line, part.of.fields))))
  const isRefused = submit.error instanceof ApiError && submit.error.error === 'bad_input'
  const isStale = submit.error instanceof ApiError && submit.error.error === 'stale'
  // A newer row that arrives while saving is the result of this save.
  const isSaving = submit.isPending || submit.isSuccess
  const isBehind = row !== undefined && base !== undefined && row.version !== base.version && !isSaving

  const note = (values: Record<string, unknown>): void => {
    setTyped(changes(first, values))
  }
  const save = useOnce(async (values: Record<string, unknown>): Promise<void> => {
    if (!lines.check()) return
    const draft = { ...changes(base ? start : {}, values), ...(base ? {} : given), ...beside, ...told, ...lines.draft() }
    const sent = base ? draft : Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== null))
    try {
      const saved = await submit.mutateAsync(base ? { id: base.id, version: base.version, ...sent } : sent)
      notice.done(word(base ? 'form.updated' : 'form.added'))
      // The row is saved, also when what follows fails.
      await afterwards.current?.(saved).catch(notice.failed)
      onSaved(saved)
    } catch (thrown) {
      // The form shows the refusal and keeps the input.
      form.setFields(fieldErrors(thrown, language))
      lines.refused(thrown)
    }
  })
  const part: FormPart = {
    row: base,
    given: given ?? {},
    fields: view.fields,
    fill: (values) => {
      form.setFieldsValue(values)
      setFilled((before) => ({ ...before, ...values }))
      note(form.getFieldsValue())
    },
    addLines: (as, more) => {
      const to = lines.all.find(({ line }) => line.as === as)
      if (!to) return
      const filledIn = to.lines.filter((line) => !isBlank(line, to.of.fields))
      to.onChange([...filledIn, ...more.map((line) => ({ ...newLine(to.of.fields), ...line }))])
    },
    linesOf: (as) => lines.all.find(({ line }) => line.as === as)?.lines ?? [],
    afterwards: (work) => {
      afterwards.current = work
    },
  }
  const adopt = useEffectEvent((newest: Row) => lines.adopt(newest, false))
  // Without unsaved input, adopt the newer row without asking.
  useEffect(() => {
    if (!isBehind || isDirty) return
    setBase(row)
    setBegun(row.version)
    form.setFieldsValue(startOf(view.fields, row))
    adopt(row)
  }, [isBehind, isDirty, row, form, view])
  const takeNew = (keepTyped: boolean): void => {
    setBase(row)
    form.setFieldsValue({ ...startOf(view.fields, row), ...(keepTyped ? typed : {}) })
    lines.adopt(row, keepTyped)
    if (!keepTyped) {
      setBeside({})
      setTyped({})
      setTold({})
      setBegun(row?.version)
    }
    submit.reset()
  }
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={first}
      onValuesChange={(_changed, values) => note(values)}
      onFinish={(values) => void save(values)}
      onFinishFailed={() => lines.check()}
      scrollToFirstError={{ focus: true }}
      className="eam-form"
    >
      {submit.error && (
        <Alert
          type={isStale ? 'warning' : 'error'}
          showIcon
          role="alert"
          title={submit.error.message}
          action={isStale && !isBehind && onReload ? <Button onClick={() => void onReload()}>{word('form.reload')}</Button> : undefined}
        />
      )}
      {isBehind && isDirty && <BehindAlert onChoose={takeNew} />}
      {inHand.map((part) => (
        <FormLinesPart key={part.line.as} header={view.entity} part={part} autoFocus={isEmptyHanded} />
      ))}
      <Parts at={`${view.entity.name}.form`} given={part} />
      <FormFields
        fields={view.fields}
        row={filled ? { ...(base ?? initial), ...filled } : (base ?? initial)}
        filled={base}
        isUnfolded={isRefused || filled !== undefined}
        autoFocus={!base && !isEmptyHanded}
        onAsked={() => note(form.getFieldsValue())}
      />
      {below.map((part) => (
        <FormLinesPart key={part.line.as} header={view.entity} part={part} />
      ))}
      <Fragment key={begun}>{extra?.(base, setBeside)}</Fragment>
      {base && view.entity.told && (
        <Parts at={`${view.entity.name}.told`} given={{ row: base, changed: changedNames, value: told, onChange: setTold }} />
      )}
      <div className="eam-form-foot">
        <Button onClick={onCancel}>{word('common.cancel')}</Button>
        <Button type="primary" htmlType="submit" loading={submit.isPending} disabled={isBehind || (base !== undefined && !isDirty)}>
          {word('common.save')}
        </Button>
      </div>
    </Form>
  )
}
