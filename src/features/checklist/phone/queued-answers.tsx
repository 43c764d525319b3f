import type { ReactNode } from 'react'
import { type Answers, judge } from '#contract/entities/checklist/judge.ts'
import type { Op } from '#src/data/outbox/store/op.ts'
import { useWords } from '#src/words/words.ts'
import { answerFiles, answerText } from '../answer-text.ts'
import { phoneWords } from '../checklist-phone-words.ts'
import { useChecklist, useItems } from './phone-checklist.ts'
import '#src/kit/widgets/phone/compare-table.css'

/** On the queue page: the answers of a record that was not accepted, beside those on the server where they differ. */
export function QueuedAnswers({ op }: { readonly op: Op }): ReactNode {
  const { say, language } = useWords()
  const row = useChecklist(op.target.id)
  const current = op.current as { templateVersionId?: string; answers?: Answers | null } | null | undefined
  const items = useItems(row?.templateVersionId ?? current?.templateVersionId)
  if (!items) return null
  const mine = judge(items, ((op.body ?? {}) as { answers?: Answers }).answers ?? {}).entries
  const theirs = new Map(judge(items, current?.answers ?? {}).entries.map((entry) => [entry.code, entry]))
  const text = (entry: (typeof mine)[number] | undefined): string =>
    entry ? answerText(entry, language) || '✓'.repeat(answerFiles(entry).length) || '—' : '—'
  const said = mine.filter(({ answer }) => answer !== null)
  if (said.length === 0) return null
  return (
    <table className="ph-compare">
      <thead>
        <tr>
          <td />
          <th scope="col">{say(phoneWords.mine)}</th>
          {current?.answers ? <th scope="col">{say(phoneWords.theirs)}</th> : null}
        </tr>
      </thead>
      <tbody>
        {said.map((entry) => (
          <tr key={entry.code}>
            <th scope="row">{entry.text}</th>
            <td>{text(entry)}</td>
            {current?.answers ? <td>{text(theirs.get(entry.code))}</td> : null}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
