import { Button } from 'antd'
import { type ReactNode, useId } from 'react'
import { ToneTag } from '#src/kit/tone-tag.tsx'
import { useWords } from '#src/words/words.ts'
import './fact-list.css'
import { factWords } from './fact-words.ts'

/** A fact that was read and may be taken into a form. */
export interface OfferedFact {
  readonly key: string
  readonly label: string
  /** As a person reads it. */
  readonly text: string
  /** Whether it may be taken without a look at its source; undefined: nothing is said about it. */
  readonly certain?: boolean | undefined
  /** The piece of the picture that says it. */
  readonly piece?: string | undefined
  /** Beside the value. */
  readonly tag?: ReactNode
  readonly isTaken: boolean
  /** Absent for what is only said. */
  readonly onTake?: () => void
}

interface Props {
  readonly title: string
  readonly facts: readonly OfferedFact[]
  /** Takes several at once. */
  readonly all?: { readonly label: string; readonly isMain?: boolean; readonly onTake: () => void } | undefined
}

/** What was read of a nameplate, code or paper. Nothing is filled in without a click. */
export function FactList({ title, facts, all }: Props): ReactNode {
  const { say } = useWords()
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className="eam-plate-head">
        <h3 id={id}>{title}</h3>
        {all && (
          <Button size="small" {...(all.isMain ? { type: 'primary', ghost: true } : {})} onClick={all.onTake}>
            {all.label}
          </Button>
        )}
      </div>
      <ul className="eam-plate-facts">
        {facts.map(({ key, label, text, certain, piece, tag, isTaken, onTake }) => {
          const act = say(isTaken ? factWords.taken : factWords.take)
          return (
            <li key={key}>
              <span className="eam-plate-label">{label}</span>
              <span className="eam-plate-value">
                {piece && <img src={piece} alt="" />}
                <span>
                  {text} {tag}
                  {certain !== undefined && (
                    <ToneTag tone={certain ? 'good' : 'warn'}>{say(certain ? factWords.certain : factWords.check)}</ToneTag>
                  )}
                </span>
              </span>
              {onTake && (
                <Button size="small" disabled={isTaken} aria-label={`${act} ${label}`} onClick={onTake}>
                  {act}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
