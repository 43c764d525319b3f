import { Form } from 'antd'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { belongs } from '#contract/kit/belongs.ts'
import { countsUnit, type Field, type FieldMap, unitFields } from '#contract/kit/field.ts'
import { sayProblem as wording } from '#contract/kit/problem.ts'
import { wireName } from '#contract/kit/shape.ts'
import { uploadsUnderWay } from '#src/data/upload.ts'
import { FieldInput } from '#src/kit/widgets/desk/field-input.tsx'
import { ItemsInput } from '#src/kit/widgets/desk/items-input.tsx'
import { useWords } from '#src/words/words.ts'
import { CountedItem } from './counted-item.tsx'
import { problemOf, writable } from './draft.ts'

interface Props {
  readonly fields: FieldMap
  /** The row being changed, for the titles of its links. */
  readonly row?: Readonly<Record<string, unknown>>
  /** Whether to focus the first input. */
  readonly autoFocus?: boolean
  /** Called when the set of shown fields changes; the form then contains the values of the shown ones. */
  readonly onAsked?: () => void
}

const takesFiles = (field: Field): boolean => field.kind === 'ids' && field.to === 'file'
const wide = (field: Field): boolean => field.kind === 'items' || takesFiles(field) || (field.kind === 'text' && field.multiline === true)

/**
 * The fields to show for the current choices (`when`). A field with a value in the row is always shown, so that it can be cleared. A hidden field
 * keeps its input in the form, is not sent, and reappears with its choice.
 */
function useAsked(fields: FieldMap, row: Props['row']): [string, Field][] {
  const choices = [...new Set(Object.values(fields).flatMap(({ when }) => (when ? [when.field] : [])))]
  // A choice without an input in the form keeps the row's value.
  const chosen = Form.useWatch((values: Record<string, unknown>) => JSON.stringify(values, choices))
  const now = { ...row, ...(JSON.parse(chosen ?? '{}') as object) }
  return writable(fields).filter(([name, field]) => belongs(field, row?.[wireName(name, field)], now))
}

/** Inputs for all writable fields that apply, in groups; each validates on blur. Must be inside a Form. */
export function FormFields({ fields, row, autoFocus, onAsked }: Props): ReactNode {
  const { language, say, word } = useWords()
  const groups = new Map<string, [string, Field][]>()
  // A unit stands beside its number.
  const units = unitFields(fields)
  const asked = useAsked(fields, row).filter(([name]) => !units.has(name))
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
  // A drawer or dialog attaches its content after creating it, too late for the autofocus attribute.
  useEffect(() => {
    if (autoFocus) top.current?.querySelector<HTMLElement>('input, textarea')?.focus()
  }, [autoFocus])
  return [...groups]
    .sort(([one], [other]) => Number(one !== '') - Number(other !== ''))
    .map(([group, inside], index) => (
      <fieldset key={group} ref={index === 0 ? top : undefined} className="eam-fieldset">
        {group && groups.size > 1 && <legend>{group}</legend>}
        <div className="eam-fields">
          {inside.map(([name, field]) =>
            countsUnit(field) ? (
              <CountedItem key={name} name={name} field={field} />
            ) : (
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
            ),
          )}
        </div>
      </fieldset>
    ))
}
