import { DownOutlined } from '@ant-design/icons'
import { Button, Form } from 'antd'
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { belongs } from '#contract/kit/entity/belongs.ts'
import { rightOf } from '#contract/kit/entity/entity.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import { countsUnit, type Field, type FieldMap, unitFields } from '#contract/kit/fields/field.ts'
import { sayProblem as wording } from '#contract/kit/fields/problem.ts'
import { isEmpty } from '#contract/kit/fields/same.ts'
import { listed, type Words } from '#contract/kit/words.ts'
import { entityNamed } from '#contract/registry.ts'
import { useSession } from '#src/data/session.ts'
import { uploadsUnderWay } from '#src/data/upload.ts'
import { FieldInput } from '#src/kit/widgets/desk/field-input.tsx'
import { ItemsInput } from '#src/kit/widgets/desk/items-input.tsx'
import { useWords } from '#src/words/words.ts'
import { CountedItem } from './counted-item.tsx'
import { problemOf, writable } from './draft.ts'

interface Props {
  readonly fields: FieldMap
  /** The row being changed, for the titles of its links. */
  readonly row?: Readonly<Record<string, unknown>> | undefined
  /** The saved row, whose filled fields are never folded. */
  readonly filled?: Readonly<Record<string, unknown>> | undefined
  /** Shows the folded fields too. */
  readonly isUnfolded?: boolean
  /** Whether to focus the first input. */
  readonly autoFocus?: boolean
  /** Called when the set of shown fields changes; the form then contains the values of the shown ones. */
  readonly onAsked?: () => void
}

const takesFiles = (field: Field): boolean => field.kind === 'ids' && field.to === 'file'
const wide = (field: Field): boolean => field.kind === 'items' || takesFiles(field) || (field.kind === 'text' && field.multiline === true)

/** Whether the person may see the rows that a field offers. A required field is asked in any case: the refusal names the missing right. */
const mayChoose = (field: Field, rights: readonly string[]): boolean =>
  (field.kind !== 'link' && field.kind !== 'ids') ||
  field.to === undefined ||
  field.to === 'file' ||
  field.options !== undefined ||
  field.required === true ||
  rights.includes(rightOf(entityNamed(field.to), 'select'))

/**
 * The fields to show for the current choices (`when`) and the rights of the person. A field with a value in the row is always shown, so that it can be
 * cleared. A hidden field keeps its input in the form, is not sent, and reappears with its choice.
 */
function useAsked(fields: FieldMap, row: Props['row']): [string, Field][] {
  const choices = [...new Set(Object.values(fields).flatMap(({ when }) => (when ? [when.field] : [])))]
  // A choice without an input in the form keeps the row's value.
  const chosen = Form.useWatch((values: Record<string, unknown>) => JSON.stringify(values, choices))
  const now = { ...row, ...(JSON.parse(chosen ?? '{}') as object) }
  const rights = useSession(({ person }) => person?.rights)
  return writable(fields).filter(([name, field]) => {
    const value = row?.[wireName(name, field)]
    return belongs(field, value, now) && (!rights || !isEmpty(value) || mayChoose(field, rights))
  })
}

type Named = readonly [name: string, field: Field]

/** Fields by their groups; those without one come first. */
function grouped(fields: readonly Named[], say: (words: Words) => string): readonly [group: string, fields: readonly Named[]][] {
  const groups = new Map<string, Named[]>()
  for (const named of fields) {
    const group = named[1].group ? say(named[1].group) : ''
    groups.set(group, [...(groups.get(group) ?? []), named])
  }
  return [...groups].sort(([one], [other]) => Number(one !== '') - Number(other !== ''))
}

/**
 * Inputs for all writable fields that apply, in groups; each validates on blur. Seldom used ones are folded while they are empty; once shown they stay, so
 * that nothing typed is hidden. Must be inside a Form.
 */
export function FormFields({ fields, row, filled, isUnfolded = false, autoFocus, onAsked }: Props): ReactNode {
  const { say, word, language } = useWords()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  // A unit stands beside its number.
  const units = unitFields(fields)
  const asked = useAsked(fields, row).filter(([name]) => !units.has(name))
  const isFolded = ([name, field]: Named): boolean => {
    const wire = wireName(name, field)
    return field.fold === true && isEmpty(filled?.[wire]) && !(field.required && isEmpty(row?.[wire]))
  }
  const first = asked.filter((named) => !isFolded(named))
  const folded = asked.filter(isFolded)
  const names = asked.map(([name]) => name).join()
  const tell = useEffectEvent(() => onAsked?.())
  const before = useRef(names)
  useEffect(() => {
    if (before.current !== names) tell()
    before.current = names
  }, [names])
  const top = useRef<HTMLFieldSetElement>(null)
  const more = useRef<HTMLDivElement>(null)
  // A drawer or dialog attaches its content after creating it, too late for the autofocus attribute.
  useEffect(() => {
    if (autoFocus) top.current?.querySelector<HTMLElement>('input, textarea')?.focus()
  }, [autoFocus])
  const unfold = (): void => {
    flushSync(() => setOpen(true))
    more.current?.querySelector<HTMLElement>('input, textarea')?.focus()
  }
  const groups = grouped(first, say)
  const isShown = isOpen || isUnfolded
  const set = ([group, inside]: (typeof groups)[number], hasLegend: boolean, isTop = false): ReactNode => (
    <fieldset key={group} ref={isTop ? top : undefined} className="eam-fieldset">
      {group && hasLegend && <legend>{group}</legend>}
      <div className="eam-fields">
        {inside.map(([name, field]) => (
          <Item key={name} name={name} field={field} row={row} onProblem={() => isFolded([name, field]) && setOpen(true)} />
        ))}
      </div>
    </fieldset>
  )
  return (
    <>
      {groups.map((one, index) => set(one, groups.length > 1, index === 0))}
      {folded.length > 0 && (
        <>
          {!isShown && (
            <Button
              type="link"
              className="eam-unfold"
              icon={<DownOutlined />}
              aria-expanded={false}
              aria-controls={id}
              title={listed(
                folded.map(([, field]) => say(field)),
                language,
              )}
              onClick={unfold}
            >
              {word('form.more', { n: folded.length })}
            </Button>
          )}
          <div ref={more} id={id} hidden={!isShown}>
            {grouped(folded, say).map((one, _, all) => set(one, all.length > 1))}
          </div>
        </>
      )}
    </>
  )
}

interface ItemProps {
  readonly name: string
  readonly field: Field
  readonly row: Props['row']
  /** Called when a check finds the value wrong. */
  readonly onProblem: () => void
}

/** The input of one field with its label. */
function Item({ name, field, row, onProblem }: ItemProps): ReactNode {
  const { language, say, word } = useWords()
  const refuse = (why: string): Promise<never> => {
    onProblem()
    return Promise.reject(new Error(why))
  }
  if (countsUnit(field)) return <CountedItem name={name} field={field} />
  return (
    <Form.Item
      name={wireName(name, field)}
      label={say(field)}
      required={field.required}
      validateTrigger="onBlur"
      className={wide(field) ? 'eam-wide' : undefined}
      rules={[
        {
          validator: (_rule, value: unknown) => {
            if (takesFiles(field) && uploadsUnderWay() > 0) return refuse(word('file.wait'))
            const problem = problemOf(name, field, value)
            return problem ? refuse(wording(problem, language)) : Promise.resolve()
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
  )
}
