import { Image } from 'antd'
import type { ReactNode } from 'react'
import type { Entry } from '#contract/entities/checklist/judge.ts'
import { fileAddress } from '#src/kit/file-address.ts'
import { Photos } from '#src/kit/photos.tsx'
import { ToneTag } from '#src/kit/tone-tag.tsx'
import { useWords } from '#src/words/words.ts'
import { answerFiles, answerText } from './answer-text.ts'
import { checklistWords as words } from './checklist-words.ts'
import { limitsOf } from './fill-model.ts'
import './checklist.css'

interface Props {
  readonly entries: readonly Entry[]
  /** What a person may do about an abnormal item. */
  readonly act?: (entry: Entry) => ReactNode
}

/** What was asked and answered, the abnormal items first. */
export function ChecklistResult({ entries, act }: Props): ReactNode {
  const { say } = useWords()
  const abnormal = entries.filter(({ verdict }) => verdict === 'abnormal')
  const others = entries.filter(({ verdict }) => verdict !== 'abnormal')
  const part = (title: string, of: readonly Entry[]): ReactNode => (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ul className="eam-fill-list">
        {of.map((entry) => (
          <Answered key={entry.code} entry={entry} act={act} />
        ))}
      </ul>
    </section>
  )
  return (
    <section className="eam-panel eam-fill" aria-label={say(words.items)}>
      {abnormal.length > 0 ? part(`${say(words.findings)} (${abnormal.length})`, abnormal) : null}
      {others.length > 0 ? part(say(abnormal.length > 0 ? words.otherItems : words.items), others) : null}
    </section>
  )
}

function Answered({ entry, act }: { readonly entry: Entry; readonly act: Props['act'] }): ReactNode {
  const { say, language } = useWords()
  const limits = limitsOf(entry)
  const isAbnormal = entry.verdict === 'abnormal'
  const text = answerText(entry, language)
  const files = answerFiles(entry)
  return (
    <li className="eam-fill-item eam-answered" data-tone={isAbnormal ? 'bad' : undefined}>
      <div className="eam-fill-text">
        {entry.text}
        {entry.section && <span className="eam-fill-required">{entry.section}</span>}
      </div>
      <div className="eam-fill-answer">
        {entry.kind === 'signature' && files[0] ? (
          <Image className="eam-fill-signed" src={fileAddress(files[0])} alt={entry.text} height={72} />
        ) : files.length > 0 ? (
          <Photos ids={files} label={entry.text} />
        ) : (
          <strong>{text || <span className="eam-none">{say(words.empty)}</span>}</strong>
        )}
        {isAbnormal && <ToneTag tone="bad">{say(entry.kind === 'number' ? words.outside : words.abnormal)}</ToneTag>}
        {entry.verdict === 'normal' && <ToneTag tone="good">{say(words.normal)}</ToneTag>}
        {limits && <span className="eam-fill-limits">{say(limits)}</span>}
        {isAbnormal && act?.(entry)}
      </div>
    </li>
  )
}
