import type { ReactNode } from 'react'
import type { Words } from '#contract/kit/words.ts'
import { useWords } from '#src/words/words.ts'
import './phone-fields.css'

export interface FieldBoxProps {
  readonly label: Words
  readonly isRequired?: boolean | undefined
  /** Why the value was refused. */
  readonly problem?: string | undefined
  /** The control is no single input: its parts name themselves, the label stands above them as the name of the group. */
  readonly isGroup?: boolean
  readonly children: ReactNode
}

/** A field of a form: its label, the control and, below it, what is wrong. */
export function FieldBox({ label, isRequired, problem, isGroup = false, children }: FieldBoxProps) {
  const { say, word } = useWords()
  const name = (
    <span className="ph-box-label">
      {say(label)}
      {isRequired ? <small>{word('form.required')}</small> : null}
    </span>
  )
  const told = problem ? (
    <span className="ph-box-problem" role="alert">
      {problem}
    </span>
  ) : null
  if (!isGroup)
    return (
      <label className="ph-box">
        {name}
        {children}
        {told}
      </label>
    )
  return (
    <fieldset className="ph-box">
      <legend>{name}</legend>
      {children}
      {told}
    </fieldset>
  )
}
