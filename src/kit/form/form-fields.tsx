import { Form } from 'antd'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { belongs } from '#contract/kit/belongs.ts'
import type { Field, FieldMap } from '#contract/kit/field.ts'
import { sayProblem as wording } from '#contract/kit/problem.ts'
import { wireName } from '#contract/kit/shape.ts'
import { uploadsUnderWay } from '#src/data/upload.ts'
import { FieldInput } from '#src/kit/widgets/desk/field-input.tsx'
import { ItemsInput } from '#src/kit/widgets/desk/items-input.tsx'
import { useWords } from '#src/words/words.ts'
import { problemOf, writable } from './draft.ts'

interface Props {
  readonly fields: FieldMap
  /** The row being changed, for the names of its links. */
  readonly row?: Readonly<Record<string, unknown>>
  /** Whether the first input takes the focus. */
  readonly autoFocus?: boolean
  /** Runs after other fields are asked than before: the form holds the values of those that are asked now. */
  readonly onAsked?: () => void
}

const takesFiles = (field: Field): boolean => field.kind === 'ids' && field.to === 'file'
const wide = (field: Field): boolean => field.kind === 'items' || takesFiles(field) || (field.kind === 'text' && field.multiline === true)

/**
 * The fields that the form asks for, by the choices that stand in it now; one that the row holds a value of is asked with every choice, so that it can be
 * emptied. What was typed into one that is asked no longer stays in the form, is not sent, and is there again with its choice.
 */
function useAsked(fields: FieldMap, row: Props['row']): [string, Field][] {
  const choices = [...new Set(Object.values(fields).flatMap(({ when }) => (when ? [when.field] : [])))]
  // Without the choices that the form has no input for: those stand in the row.
  const chosen = Form.useWatch((values: Record<string, unknown>) => JSON.stringify(values, choices))
  const now = { ...row, ...(JSON.parse(chosen ?? '{}') as object) }
  return writable(fields).filter(([name, field]) => belongs(field, row?.[wireName(name, field)], now))
}

/** The inputs of all writable fields in their groups, as far as their choices ask for them; each is checked when it is left. Must be inside a Form. */
export function FormFields({ fields, row, autoFocus, onAsked }: Props): ReactNode {
  const { language, say, word } = useWords()
  const groups = new Map<string, [string, Field][]>()
  const asked = useAsked(fields, row)
  for (const [name, field] of asked) {
    const group = field.group ? say(field.group) : ''
    groups.set(group, [...(groups.get(group) ?? []), [name, field]])
  }
  const names = asked.map(([name]) => name).join()
  const tell = useEffectEvent(() => onAsked?.())
  const before = useRef(names)
  useEffect(() => {
    if (before.current !== names) tell()
    before.current = names
  }, [names])
  const top = useRef<HTMLFieldSetElement>(null)
  // A drawer or dialog attaches its content to the page after creating it, too late for the attribute of the same name.
  useEffect(() => {
    if (autoFocus) top.current?.querySelector<HTMLElement>('input, textarea')?.focus()
  }, [autoFocus])
  return [...groups]
    .sort(([one], [other]) => Number(one !== '') - Number(other !== ''))
    .map(([group, inside], index) => (
      <fieldset key={group} ref={index === 0 ? top : undefined} className="eam-fieldset">
        {group && <legend>{group}</legend>}
        <div className="eam-fields">
          {inside.map(([name, field]) => (
            <Form.Item
              key={name}
              name={wireName(name, field)}
              label={say(field)}
              required={field.required}
              validateTrigger="onBlur"
              className={wide(field) ? 'eam-wide' : undefined}
              rules={[
                {
                  validator: (_rule, value: unknown) => {
                    if (takesFiles(field) && uploadsUnderWay() > 0) return Promise.reject(new Error(word('file.wait')))
                    const problem = problemOf(name, field, value)
                    return problem ? Promise.reject(new Error(wording(problem, language))) : Promise.resolve()
                  },
                },
              ]}
            >
              {field.kind === 'items' ? (
                <ItemsInput field={field} />
              ) : (
                <FieldInput
                  field={field}
                  placeholder={field.kind === 'text' && field.example ? word('form.example', { text: field.example }) : undefined}
                  shownName={row?.[`${name}Name`] as string | null}
                />
              )}
            </Form.Item>
          ))}
        </div>
      </fieldset>
    ))
}
