import { Button } from 'antd-mobile'
import { type ReactNode, Suspense, useState } from 'react'
import { checklistTask, filling } from '#contract/entities/checklist/checklist-task.ts'
import { type Entry, findingOf } from '#contract/entities/checklist/judge.ts'
import { soundOf } from '#src/kit/phone/sounds.ts'
import { later } from '#src/kit/phone/store/lazy-load.ts'
import { whyNotKept } from '#src/kit/phone/store/why-not-stored.ts'
import { notice } from '#src/kit/phone/toast.ts'
import { ToneTag } from '#src/kit/widgets/phone/tone-tag.tsx'
import { useWords } from '#src/words/words.ts'
import { answerFiles, answerText } from '../answer-text.ts'
import { phoneWords } from '../checklist-phone-words.ts'
import { checklistWords as words } from '../checklist-words.ts'
import { limitsOf } from '../fill-model.ts'
import { AnswerPictures } from './fill-item-phone.tsx'
import { queue } from './phone-checklist.ts'

const StepSheet = later(() => import('#src/kit/widgets/phone/step-sheet.tsx').then((part) => part.RecordStepSheet))

interface Props {
  readonly id: string
  readonly entries: readonly Entry[]
  /** The person may report the faults that were found. */
  readonly canReport: boolean
}

/** What was asked and answered, the abnormal items first, each a fault that can be reported. */
export function ResultPhone({ id, entries, canReport }: Props): ReactNode {
  const { say, word, language } = useWords()
  const [reported, setReported] = useState<Entry>()
  const abnormal = entries.filter(({ verdict }) => verdict === 'abnormal')
  const others = entries.filter(({ verdict }) => verdict !== 'abnormal')
  const part = (title: string, of: readonly Entry[]): ReactNode => (
    <section aria-label={title}>
      <h2 className="ph-heading">{title}</h2>
      <ul className="ph-fill-list">
        {of.map((entry) => (
          <Answered key={entry.code} entry={entry} onReport={canReport ? () => setReported(entry) : undefined} />
        ))}
      </ul>
    </section>
  )
  return (
    <>
      {abnormal.length > 0 ? part(`${say(words.findings)} (${abnormal.length})`, abnormal) : null}
      {others.length > 0 ? part(say(abnormal.length > 0 ? words.otherItems : words.items), others) : null}
      {reported ? (
        <Suspense>
          <StepSheet
            of={checklistTask}
            step={filling.steps.openRepair}
            initial={{ faultDescription: findingOf(reported, language) }}
            onClose={() => setReported(undefined)}
            onTake={async ({ body, photos }) => {
              try {
                await queue('openRepair', id, body, undefined, photos)
              } catch (error) {
                soundOf('bad')
                return void notice(word('form.saveFailed', { why: word(whyNotKept(error)) }))
              }
              setReported(undefined)
              soundOf('good')
              void notice(say(phoneWords.reportedHere))
            }}
          />
        </Suspense>
      ) : null}
    </>
  )
}

function Answered({ entry, onReport }: { readonly entry: Entry; readonly onReport: (() => void) | undefined }): ReactNode {
  const { say, language } = useWords()
  const limits = limitsOf(entry)
  const isAbnormal = entry.verdict === 'abnormal'
  const files = answerFiles(entry)
  return (
    <li className="ph-fill-item" data-bad={isAbnormal ? '' : undefined}>
      <p className="ph-fill-text">
        <span>{entry.text}</span>
        {isAbnormal ? <ToneTag tone="bad">{say(entry.kind === 'number' ? words.outside : words.abnormal)}</ToneTag> : null}
      </p>
      {files.length > 0 ? (
        <AnswerPictures ids={files} label={entry.text} />
      ) : (
        <p className="ph-fill-said">
          <strong>{answerText(entry, language) || say(words.empty)}</strong>{' '}
          {limits ? <span className="ph-quiet">{say(limits)}</span> : null}
        </p>
      )}
      {isAbnormal && onReport ? (
        <Button color="danger" fill="outline" aria-label={`${say(words.report)} ${entry.text}`} onClick={onReport}>
          {say(words.report)}
        </Button>
      ) : null}
    </li>
  )
}
