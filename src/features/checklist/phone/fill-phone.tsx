import { Button } from 'antd-mobile'
import { type ReactNode, useRef, useState } from 'react'
import type { ChecklistItem } from '#contract/entities/checklist/items.ts'
import type { Answers } from '#contract/entities/checklist/judge.ts'
import type { Photo } from '#src/data/outbox/ports.ts'
import { soundOf } from '#src/kit/phone/sounds.ts'
import { whyNotKept } from '#src/kit/phone/store/why-not-stored.ts'
import { notice } from '#src/kit/phone/toast.ts'
import { ActBar } from '#src/kit/widgets/phone/act-bar.tsx'
import { useWords } from '#src/words/words.ts'
import { phoneWords } from '../checklist-phone-words.ts'
import { checklistWords as words } from '../checklist-words.ts'
import { answersToSend, fillingOf, openEntries } from '../fill-model.ts'
import { FillItemPhone } from './fill-item-phone.tsx'
import { type PhoneChecklist, queue } from './phone-checklist.ts'
import { useTyped } from './use-typed.ts'

/** A checklist to be filled in on a phone: kept while it is typed, saved and finished as queued operations. */
export function FillPhone({ row, items }: { readonly row: PhoneChecklist; readonly items: readonly ChecklistItem[] }): ReactNode {
  const { say, word } = useWords()
  const { typed, isDirty, isBehind, set, rebase, settle } = useTyped(row, items)
  const [isAsked, setAsked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const now = fillingOf(items, typed.answers)
  const open = openEntries(now)

  /** Queues what is typed. Throws when this phone cannot store it. */
  const store = async (answers: Answers, pictures: readonly Photo[] = []): Promise<void> => {
    const said = answersToSend(items, typed.stored, answers)
    const seen = Object.keys(typed.stored).length > 0 ? typed.stored : null
    await queue('submit', row.id, { answers: said }, { version: typed.version, answers: seen }, pictures)
    settle(answers)
  }
  /** Does something with the store of this phone and says how it went; one thing at a time. */
  const attempt = async (work: () => Promise<void>, said?: string): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    setFailure('')
    try {
      await work()
      if (said) {
        soundOf('good')
        void notice(said)
      }
    } catch (error) {
      soundOf('bad')
      setFailure(word('form.saveFailed', { why: word(whyNotKept(error)) }))
    }
    setBusy(false)
  }
  const finish = (): void => {
    if (open.length > 0) {
      setAsked(true)
      // The marks of what is missing are drawn first.
      requestAnimationFrame(() => {
        const item = list.current?.querySelector(`[data-item="${CSS.escape(open[0]?.code ?? '')}"]`)
        item?.scrollIntoView({ block: 'center' })
        item?.querySelector<HTMLElement>('input, textarea, button')?.focus({ preventScroll: true })
      })
      return
    }
    const run = async (): Promise<void> => {
      if (isDirty) await store(typed.answers)
      await queue('finish', row.id, {}, { version: typed.version })
    }
    void attempt(run, say(phoneWords.finishedHere))
  }

  return (
    <>
      <div ref={list}>
        {isBehind ? (
          <div className="ph-alert ph-alert-calm ph-fill-note" role="alert">
            {say(words.changed)}
            <div className="ph-fill-choice">
              <Button onClick={() => rebase(true)}>{say(words.keepMine)}</Button>
              <Button onClick={() => rebase(false)}>{say(words.takeTheirs)}</Button>
            </div>
          </div>
        ) : null}
        {now.sections.map(({ name, entries }) => (
          <section key={`${name} ${entries[0]?.code}`} aria-label={name || say(words.other)}>
            <h2 className="ph-heading">{name || say(words.other)}</h2>
            <ul className="ph-fill-list">
              {entries.map((entry) => (
                <FillItemPhone
                  key={entry.code}
                  entry={entry}
                  value={typed.answers[entry.code]}
                  problem={now.problems.get(entry.code)}
                  isAsked={isAsked}
                  onChange={(value) => set(entry.code, value)}
                  onPictures={(value, pictures) => attempt(() => store({ ...typed.answers, [entry.code]: value }, pictures))}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
      <ActBar>
        <Button block color="primary" size="large" loading={isBusy} onClick={finish}>
          {say(words.finish)}
        </Button>
        <Button
          size="large"
          disabled={!isDirty || isBusy}
          onClick={() => void attempt(() => store(typed.answers), say(phoneWords.savedHere))}
        >
          {say(words.save)}
        </Button>
        <div className="ph-fill-progress">
          {failure ? (
            <p className="ph-fill-missing" role="alert">
              {failure}
            </p>
          ) : isAsked && open.length > 0 ? (
            <p className="ph-fill-missing" role="alert">
              {say(words.missing)}: {open.map(({ text }) => text).join(say({ zh: '、', en: ', ' }))}
            </p>
          ) : null}
          <progress value={now.answered} max={now.asked} aria-label={say(words.progress)} />
          <span>
            {now.answered} / {now.asked}
          </span>
        </div>
      </ActBar>
    </>
  )
}
