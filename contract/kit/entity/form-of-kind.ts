import type { ChoiceField, Field, FieldMap } from '../fields/field.ts'
import { isEmpty } from '../fields/same.ts'
import type { Words } from '../words.ts'
import type { KindForm, KindForms } from './kind-forms.ts'
import { wireName } from './shape.ts'
import type { View } from './view.ts'

/** The kind that values tell; that of a new row without one is the first value of the field. */
export function kindIn({ entity, fields }: View, values: Readonly<Record<string, unknown>>): string | undefined {
  const by = entity.forms?.by
  if (!by) return undefined
  const said = values[by] ?? (fields[by] as ChoiceField | undefined)?.initial
  return isEmpty(said) ? undefined : String(said)
}

/** The form of a kind; undefined for an entity without kinds. */
export const kindForm = (forms: KindForms | undefined, kind: unknown): KindForm | undefined =>
  forms && (Object.hasOwn(forms.of, String(kind)) ? forms.of[String(kind)] : forms.other)

/** What a row of a kind is called: 借用申请. */
export function calledOf({ entity, fields }: View, kind: string): Words {
  const { by, called } = entity.forms!
  const { zh, en } = (fields[by] as ChoiceField).of[kind] ?? { zh: kind, en: kind }
  return { zh: called.zh.replace('{kind}', zh), en: called.en.replace('{kind}', en) }
}

/** Names of the fields that rows of a kind have and a person writes; all of them for an entity without kinds. */
export function belongsTo(forms: KindForms | undefined, kind: unknown): (name: string, field: Field) => boolean {
  const form = kindForm(forms, kind)
  if (!forms || !form) return () => true
  const named = new Set<string>([forms.by, ...form.asks, ...form.more])
  return (name, field) => field.readOnly === true || named.has(name)
}

/** A view as the form of a kind shows it: its fields in its order, its lines first with their fields. */
export function formView(view: View, kind: string): View {
  const { entity } = view
  const form = kindForm(entity.forms, kind)
  if (!form) return view
  const pick = (names: readonly string[], more: object): [string, Field][] =>
    names.flatMap((name) => {
      const field = view.fields[name]
      return field ? [[name, { ...field, ...(form.needs?.includes(name) ? { required: true } : {}), ...more } as Field]] : []
    })
  const own = Object.entries(view.fields).filter(([name]) => view.custom.has(name))
  const fields: FieldMap = Object.fromEntries([...pick(form.asks, { fold: false }), ...pick(form.more, { fold: true }), ...own])
  const lines = (entity.lines ?? []).map((line) => {
    const asks = form.lines[line.as]
    return asks ? { ...line, asks, isFirst: true as const } : line
  })
  return { ...view, fields, entity: { ...entity, lines } }
}

/** Who makes a new row, and when. */
export interface Beginning {
  readonly dept?: { readonly id: string; readonly name?: string | null | undefined } | undefined
  readonly me?: { readonly id: string; readonly name?: string | null | undefined } | undefined
  readonly now: Date
}

const minute = 60_000
const dayMs = 86_400_000

/** The values with which a row of a kind begins, by wire name, links with their titles; what is not known is left out. */
export function startsOf(view: View, kind: string, { dept, me, now }: Beginning): Record<string, unknown> {
  const thisMinute = Math.floor(now.getTime() / minute) * minute
  return Object.fromEntries(
    Object.entries(kindForm(view.entity.forms, kind)?.starts ?? {}).flatMap(([name, start]): [string, unknown][] => {
      const field = view.fields[name]
      if (!field || !start) return []
      const wire = wireName(name, field)
      if (start === 'now') return [[wire, new Date(thisMinute).toISOString()]]
      if (typeof start === 'object') return [[wire, new Date(thisMinute + start.days * dayMs).toISOString()]]
      const row = start === 'dept' ? dept : me
      return row
        ? [
            [wire, row.id],
            [`${name}Name`, row.name ?? null],
          ]
        : []
    }),
  )
}
