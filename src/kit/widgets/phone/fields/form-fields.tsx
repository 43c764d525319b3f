import { Suspense, useMemo, useRef, useState } from 'react'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { Field, FieldMap } from '#contract/kit/fields/field.ts'
import type { Photo } from '#src/data/outbox/ports.ts'
import { later } from '#src/kit/phone/store/lazy-load.ts'
import { FieldBox } from './field-box.tsx'
import { ChipsControl, SwitchControl } from './field-choice.tsx'
import { DictionaryControl } from './field-dictionary.tsx'
import { MomentControl } from './field-moment.tsx'
import { NumberControl, StarsControl } from './field-number.tsx'
import { PhotosControl } from './field-photos.tsx'
import { TextControl } from './field-text.tsx'
import type { Problems, Values } from './form-values.ts'

// What few forms have loads with the first of them.
const SignatureControl = later(() => import('./field-signature.tsx').then((part) => part.SignatureControl))
const ItemsControl = later(() => import('./field-items.tsx').then((part) => part.ItemsControl))

export interface FormFieldsProps {
  readonly fields: FieldMap
  readonly values: Values
  readonly onChange: (values: Values) => void
  readonly problems: Problems
  /** Path prefix of these fields within a larger form. */
  readonly at?: string
}

/** The controls of declared fields. Links have none, as a phone holds no lists to choose from. */
export function FormFields({ fields, values, onChange, problems, at = '' }: FormFieldsProps) {
  // A photo or dictation may finish while other fields change: merge it into the latest values.
  const latest = useRef(values)
  latest.current = values
  // What is said of a field leaves when the field changes; the next attempt to save looks again.
  const [mended, setMended] = useState<{ readonly of: Problems; readonly paths: readonly string[] }>({ of: problems, paths: [] })
  const left = useMemo(
    () =>
      mended.of === problems ? Object.fromEntries(Object.entries(problems).filter(([path]) => !mended.paths.includes(path))) : problems,
    [mended, problems],
  )
  const mend = (path: string): void => {
    if (left[path] !== undefined) setMended({ of: problems, paths: [...(mended.of === problems ? mended.paths : []), path] })
  }
  return Object.entries(fields).map(([key, field]) => {
    const name = wireName(key, field)
    if (field.readOnly) return null
    return (
      <Control
        key={name}
        field={field}
        name={at + name}
        value={values[name]}
        onChange={(value) => {
          latest.current = { ...latest.current, [name]: value }
          mend(at + name)
          onChange(latest.current)
        }}
        problems={left}
      />
    )
  })
}

interface AnyControlProps {
  readonly field: Field
  readonly name: string
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  readonly problems: Problems
}

const isStars = (field: Field): boolean => field.kind === 'integer' && field.min === 1 && (field.max ?? 99) <= 5

function Control({ field, name, value, onChange, problems }: AnyControlProps) {
  const problem = problems[name]
  const more = { onChange, problem }
  switch (field.kind) {
    case 'text':
      return <TextControl field={field} value={value as string | undefined} {...more} />
    case 'integer':
      if (isStars(field)) return <StarsControl field={field} value={value as number | undefined} {...more} />
      return <NumberControl field={field} value={value as string | undefined} {...more} />
    case 'decimal':
    case 'money':
      return <NumberControl field={field} value={value as string | undefined} {...more} />
    case 'choice':
      return <ChipsControl field={field} value={value as string | undefined} {...more} />
    case 'dictionary':
      return <DictionaryControl field={field} value={value as string | undefined} {...more} />
    case 'flag':
      return <SwitchControl field={field} value={value as 0 | 1 | undefined} {...more} />
    case 'ids':
      if (field.isSigned)
        return (
          <Suspense>
            <SignatureControl field={field} value={value as readonly Photo[] | undefined} {...more} />
          </Suspense>
        )
      return field.to === 'file' ? <PhotosControl field={field} value={value as readonly Photo[] | undefined} {...more} /> : null
    case 'items':
      return (
        <Suspense>
          <ItemsControl field={field} value={value as readonly Values[] | undefined} {...more}>
            {(item, index, set) => (
              <FormFields fields={field.fields} values={item} onChange={set} problems={problems} at={`${name}.${index}.`} />
            )}
          </ItemsControl>
        </Suspense>
      )
    case 'date':
      return (
        <FieldBox label={field} isRequired={field.required} problem={problem}>
          {(id) => (
            <span className="ph-field">
              <input
                id={id}
                type="date"
                value={(value as string | undefined) ?? ''}
                onChange={(event) => onChange(event.target.value || undefined)}
              />
            </span>
          )}
        </FieldBox>
      )
    case 'time':
      return <MomentControl field={field} value={value as string | undefined} {...more} />
    default:
      return null
  }
}
