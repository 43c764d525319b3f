import { Alert, App, Button, Progress } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { checklistTask, filling } from '#contract/entities/checklist/checklist-task.ts'
import type { ChecklistItem } from '#contract/entities/checklist/items.ts'
import type { Answers } from '#contract/entities/checklist/judge.ts'
import { type Row, useStep, useSubmit } from '#src/data/hooks.ts'
import { useUnsaved } from '#src/kit/form/unsaved.ts'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'
import { checklistWords as words } from './checklist-words.ts'
import { FillItem } from './fill-item.tsx'
import { answersToSend, fillingOf, isChanged, openEntries } from './fill-model.ts'
import './checklist.css'

/** What is typed, and the answers and the version of the row that it is based on. */
interface Typed {
  readonly answers: Answers
  readonly stored: Answers
  readonly version: number
}

const storedIn = (row: Row): Typed => {
  const stored = (row.answers ?? {}) as Answers
  return { answers: stored, stored, version: row.version ?? 0 }
}

/** A checklist to be filled in: saved half done as often as one likes, finished once nothing is missing. */
export function FillChecklist({ row, items }: { readonly row: Row; readonly items: readonly ChecklistItem[] }): ReactNode {
  const { say } = useWords()
  const { modal } = App.useApp()
  const notice = useNotice()
  const submit = useSubmit(checklistTask)
  const step = useStep()
  const [typed, setTyped] = useState<Typed>(() => storedIn(row))
  const [isAsked, setAsked] = useState(false)
  const list = useRef<HTMLElement>(null)
  const isDirty = isChanged(items, typed.stored, typed.answers)
  const forget = useUnsaved(isDirty)
  const isBehind = (row.version ?? 0) > typed.version
  useEffect(() => {
    if (isBehind && !isDirty) setTyped(storedIn(row))
  }, [isBehind, isDirty, row])
  const now = fillingOf(items, typed.answers)
  const open = openEntries(now)
  const isBusy = submit.isPending || step.isPending

  /** Saves what is typed; returns the version after it. Throws ApiError. */
  const store = async (): Promise<number> => {
    const said = answersToSend(items, typed.stored, typed.answers)
    const { version } = await submit.mutateAsync({ id: row.id, version: typed.version, answers: said })
    setTyped({ answers: typed.answers, stored: typed.answers, version })
    forget()
    return version
  }
  const save = async (): Promise<void> => {
    if (now.problems.size > 0) return showOpen()
    await notice.tell(store(), say(words.saved))
  }
  const showOpen = (): void => {
    setAsked(true)
    const [first] = open
    // The marks of what is missing are drawn first.
    requestAnimationFrame(() => {
      const item = list.current?.querySelector(`[data-item="${CSS.escape(first?.code ?? '')}"]`)
      item?.scrollIntoView({ block: 'center' })
      item?.querySelector<HTMLElement>('input, textarea, button')?.focus({ preventScroll: true })
    })
  }
  const finish = (): void => {
    if (open.length > 0) {
      showOpen()
      return
    }
    const run = async (): Promise<void> => {
      const version = isDirty ? await store() : typed.version
      await step.mutateAsync({ on: filling, step: 'finish', rows: [{ ...row, version }], input: {} })
    }
    modal.confirm({
      title: say(words.finish),
      content: say(words.sure),
      okText: say(words.finish),
      onOk: () => notice.tell(run(), say(words.finished)),
    })
  }
  const change = (code: string, value: unknown): void =>
    setTyped((before) => ({ ...before, answers: { ...before.answers, [code]: value } }))

  return (
    <section ref={list} className="eam-panel eam-fill" aria-label={say(words.fill)}>
      {isBehind && isDirty && (
        <Alert
          type="warning"
          showIcon
          title={say(words.changed)}
          action={
            <div className="eam-actions">
              <Button size="small" onClick={() => setTyped({ ...storedIn(row), answers: { ...storedIn(row).stored, ...typed.answers } })}>
                {say(words.keepMine)}
              </Button>
              <Button size="small" onClick={() => setTyped(storedIn(row))}>
                {say(words.takeTheirs)}
              </Button>
            </div>
          }
        />
      )}
      {now.sections.map(({ name, entries }) => (
        <section key={`${name} ${entries[0]?.code}`} aria-label={name || say(words.other)}>
          <h2>{name || say(words.other)}</h2>
          <ul className="eam-fill-list">
            {entries.map((entry) => (
              <FillItem
                key={entry.code}
                entry={entry}
                value={typed.answers[entry.code]}
                problem={now.problems.get(entry.code)}
                isAsked={isAsked}
                onChange={(value) => change(entry.code, value)}
              />
            ))}
          </ul>
        </section>
      ))}
      <footer className="eam-fill-bar">
        <Progress
          percent={now.asked === 0 ? 0 : Math.round((now.answered / now.asked) * 100)}
          format={() => `${now.answered} / ${now.asked}`}
          aria-label={say(words.progress)}
        />
        {isAsked && open.length > 0 && (
          <p role="alert" className="eam-fill-missing">
            {say(words.missing)}: {open.map(({ text }) => text).join(say({ zh: '、', en: ', ' }))}
          </p>
        )}
        <div className="eam-actions">
          <Button type="primary" size="large" loading={step.isPending} disabled={isBusy} onClick={finish}>
            {say(words.finish)}
          </Button>
          <Button size="large" loading={submit.isPending} disabled={isBusy || !isDirty} onClick={() => void save()}>
            {say(words.saveDraft)}
          </Button>
        </div>
      </footer>
    </section>
  )
}
