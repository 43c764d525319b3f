import { type ReactNode, useId } from 'react'
import type { Words } from '#contract/kit/words.ts'
import { useWords } from '#src/words/words.ts'
import './phone-fields.css'

export interface FieldBoxProps {
  readonly label: Words
  readonly isRequired?: boolean | undefined
  /** Why the value is invalid. */
  readonly problem?: string | undefined
  /** A function for a single control, with the id for its label; nodes for several controls with their own labels. */
  readonly children: ReactNode | ((id: string) => ReactNode)
}

/** A form field: label, control and problem. */
export function FieldBox({ label, isRequired, problem, children }: FieldBoxProps) {
  const { say, word } = useWords()
  const id = useId()
  const name = (
    <>
      {say(label)}
      {isRequired ? <small>{word('form.required')}</small> : null}
    </>
  )
  const message = problem ? (
    <span className="ph-box-problem" role="alert">
      {problem}
    </span>
  ) : null
  if (typeof children === 'function')
    return (
      <div className="ph-box">
        <label className="ph-box-label" htmlFor={id}>
          {name}
        </label>
        {children(id)}
        {message}
      </div>
    )
  return (
    <fieldset className="ph-box">
      <legend>
        <span className="ph-box-label">{name}</span>
      </legend>
      {children}
      {message}
    </fieldset>
  )
}
