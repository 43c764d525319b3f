import type { Call } from '#contract/kit/entity/call.ts'
import { type Entity, type LineFacts, verbsOf } from '#contract/kit/entity/entity.ts'
import type { Machine } from '#contract/kit/entity/machine.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import { scaleOf } from '#contract/kit/fields/amount.ts'
import type { Field, FieldMap } from '#contract/kit/fields/field.ts'

type Found = (what: string) => void

/** Choices whose values are the entities that have something; there may be one of them yet. */
const growing = new Set(['customField.entity'])

function wrongField(field: Field, entities: ReadonlySet<string>, say: Found, isGrowing = false): void {
  if ((field.kind === 'link' || field.kind === 'ids') && field.to !== undefined && !entities.has(field.to)) say(`links to ${field.to}`)
  if (field.kind === 'choices' && Object.keys(field.of).length < 2) say('offers less than two choices')
  if (field.kind === 'choice') {
    if (Object.keys(field.of).length < 2 && !isGrowing) say('offers less than two choices')
    if (field.initial !== undefined && !Object.hasOwn(field.of, field.initial)) say(`starts as ${field.initial}`)
  }
  if (field.kind === 'numbering' && !/^[^{}0]*(\{yyyy\}[^{}0]*)?0{3,}$/.test(field.rule)) say(`is numbered by ${field.rule}`)
  if (field.kind === 'text') {
    if (!(field.max > 0)) say('has no length')
    if (field.pattern !== undefined && !/^\^.*\$$/.test(field.pattern)) say(`has a pattern that fits a part: ${field.pattern}`)
    if (field.example !== undefined && !new RegExp(field.pattern ?? '', 'u').test(field.example))
      say(`has an example that does not fit: ${field.example}`)
  }
  if ((field.kind === 'integer' || field.kind === 'decimal') && (field.min ?? -Infinity) > (field.max ?? Infinity))
    say('has no room between min and max')
  if (field.kind === 'items')
    for (const [name, inner] of Object.entries(field.fields)) wrongField(inner, entities, (what) => say(`${name} ${what}`))
  if (field.search && field.kind !== 'text' && field.kind !== 'numbering') say('is searched and no text')
}

// Names that every row has, and parameters that every list has.
const taken = new Set([
  'id',
  'version',
  'createTime',
  'updateTime',
  'createUserName',
  'can',
  'tenantId',
  'ids',
  'keyword',
  'current',
  'size',
  'ascs',
  'descs',
  'columns',
  'format',
])

/** A copy of a linked row's name as it was, which then stands in the place of the name as it is. */
const isCopy = (name: string, fields: FieldMap): boolean =>
  fields[name]?.readOnly === true && name.endsWith('Name') && fields[name.slice(0, -4)]?.kind === 'link'

function wrongNames(fields: FieldMap, say: Found): void {
  const wires = Object.entries(fields).flatMap(([name, field]) => {
    if (isCopy(name, fields)) return []
    return field.kind === 'ids'
      ? [name, `${name}Name`]
      : field.kind === 'link'
        ? [`${name}Id`, `${name}Name`]
        : field.kind === 'choice'
          ? [name, `${name}Value`]
          : [wireName(name, field)]
  })
  for (const wire of new Set(wires.filter((one, index) => taken.has(one) || wires.indexOf(one) !== index)))
    say(`uses the name ${wire} twice`)
}

/** Facts of lines that name fields which are not there, or that a draft could write. */
function wrongLines(of: Entity, line: LineFacts, on: Entity, say: Found): void {
  const place = line.order === undefined ? undefined : on.fields[line.order]
  if (line.order !== undefined && !(place?.kind === 'integer' && place.readOnly)) say(`orders ${line.as} by ${line.order}`)
  if (line.calls && (line.readOnly || on.path === undefined)) say(`has calls on ${line.as}, which only steps write or which have no path`)
  for (const name of line.once ?? []) if (!on.fields[name]) say(`has ${line.as} once by ${name}`)
  for (const [total, factors] of Object.entries(line.totals ?? {})) {
    const field = of.fields[total]
    const isSummed = scaleOf(field) !== undefined && field?.readOnly === true
    if (!isSummed || factors.some((name) => scaleOf(on.fields[name]) === undefined)) say(`adds up ${line.as} in ${total}`)
  }
}
/** What a composed text may be made of; the words of a choice differ by language. */
const composing: ReadonlySet<Field['kind']> = new Set(['text', 'numbering', 'integer', 'date', 'link'])

function wrongReferences(of: Entity, byName: ReadonlyMap<string, Entity>, say: Found): void {
  const linkTo = (name: string, on: Entity = of): string | undefined => {
    const field = on.fields[name]
    return field?.kind === 'link' ? field.to : undefined
  }
  const title = of.fields[of.title]
  if (!title) say(`has the title ${of.title}`)
  // Rows of a diary are neither linked to nor removed.
  else if (of.path !== undefined && !of.append && title.kind !== 'text' && title.kind !== 'numbering')
    say(`has the title ${of.title}, which is no text: compose one from fields`)
  for (const [name, { when }] of Object.entries(of.fields)) {
    const deciding = when && of.fields[when.field]
    if (when && !(deciding?.kind === 'choice' && when.is.length > 0 && when.is.every((key) => key in deciding.of)))
      say(`asks ${name} when ${when.field} is ${when.is.join(', ')}`)
  }
  for (const [name, field] of Object.entries(of.fields)) {
    if (field.kind !== 'text' || !field.composed) continue
    const parts = field.composed.map((one) => of.fields[one])
    if (!field.readOnly || !parts.some((one) => one?.required) || parts.some((one) => !one || !composing.has(one.kind) || one === field))
      say(`composes ${name} of ${field.composed.join(', ')}`)
  }
  if (of.sort && of.sort.by !== 'createTime' && !of.fields[of.sort.by]) say(`is sorted by ${of.sort.by}`)
  if (of.tree && linkTo(of.tree) !== of.name) say(`is a tree by ${of.tree}`)
  if (of.scope?.dept && linkTo(of.scope.dept) !== 'dept') say(`is limited by the department ${of.scope.dept}`)
  if (of.scope?.through && !linkTo(of.scope.through)) say(`is limited through ${of.scope.through}`)
  const members = of.scope?.members
  if (members) {
    const on = byName.get(members.entity)
    if (!on || linkTo(members.by, on) !== of.name || linkTo('user', on) !== 'user')
      say(`is limited to members in ${members.entity}.${members.by}`)
  }
  for (const named of [of.scope?.seenWith, ...Object.values(of.fields).map(({ closed }) => closed)])
    if (named && byName.get(named.entity)?.fields[named.by]?.kind !== 'text') say(`is seen with ${named.entity}.${named.by}`)
  const shared = of.scope?.roles && of.fields[of.scope.roles]
  if (shared && (shared.kind !== 'ids' || shared.to !== 'role')) say(`is shared with the roles in ${of.scope!.roles}`)
  const deputies = of.scope?.deputies
  if (deputies) {
    const on = byName.get(deputies.entity)
    const kinds = [deputies.from, deputies.to].map((name) => on?.fields[name]?.kind)
    if (!on || linkTo(deputies.absent, on) !== 'user' || linkTo(deputies.deputy, on) !== 'user' || kinds.some((kind) => kind !== 'date'))
      say(`has deputies in ${deputies.entity}`)
  }
  for (const line of of.lines ?? []) {
    const on = byName.get(line.entity)
    if (!on || linkTo(line.by, on) !== of.name || Object.hasOwn(of.fields, line.as)) say(`has the lines ${line.entity}.${line.by}`)
    else wrongLines(of, line, on, say)
  }
  for (const [field, states] of Object.entries({ ...of.editable, ...of.removable })) {
    const facts = of.fields[field]
    if (facts?.kind !== 'choice' || states.some((state) => !Object.hasOwn(facts.of, state)))
      say(`is open by ${field}: ${states.join(', ')}`)
  }
  for (const verb of Object.keys(of.names ?? {})) if (!verbsOf(of).some((one) => one === verb)) say(`names the verb ${verb}`)
}

const isPerson = (field: Field | undefined): boolean => field?.kind === 'link' && field.to === 'user'
const isPeople = (field: Field | undefined): boolean => field?.kind === 'ids' && field.to === 'user'
/** Scopes whose field says who holds a row, and need not travel with it. */
const isTold = (by: string): boolean => by === 'person' || by === 'people'

function wrongOffline(of: Entity, byName: ReadonlyMap<string, Entity>, say: Found): void {
  if (!of.offline) return
  const { scope, offlineFields } = of.offline
  const needed = [of.title, ...(scope.by === 'all' || isTold(scope.by) || scope.field === 'id' ? [] : [scope.field])]
  for (const name of needed) if (!offlineFields.includes(name)) say(`is kept on phones without ${name}`)
  for (const name of offlineFields) if (!of.fields[name]) say(`is kept on phones with ${name}`)
  if (scope.by === 'all' || scope.field === 'id') return
  const field = of.fields[scope.field]
  const to = field?.kind === 'link' ? byName.get(field.to) : undefined
  const isRight = {
    dept: to?.name === 'dept',
    person: to?.name === 'user',
    people: isPeople(field),
    task: to?.offline?.scope.by === 'task',
    parent: to?.offline !== undefined && to.offline.scope.by !== 'parent',
  }[scope.by]
  if (!isRight) say(`is kept on phones by ${scope.field}`)
  for (const name of scope.by === 'dept' ? (scope.persons ?? []) : []) if (!isPerson(of.fields[name])) say(`is kept on phones of ${name}`)
  for (const [name, states] of Object.entries(of.offline.states ?? {})) {
    const field = of.fields[name]
    if (field?.kind !== 'choice' || !states.every((state) => Object.hasOwn(field.of, state))) say(`is kept on phones while ${name}`)
  }
}

/** Forms of kinds that name what a person does not write, or write nothing. */
function wrongForms({ fields, forms, lines = [] }: Entity, byName: ReadonlyMap<string, Entity>, say: Found): void {
  if (!forms) return
  const deciding = fields[forms.by]
  if (deciding?.kind !== 'choice') {
    say(`has forms by ${forms.by}`)
    return
  }
  for (const kind of Object.keys(forms.of)) if (!Object.hasOwn(deciding.of, kind)) say(`has a form for ${kind}`)
  for (const name of forms.taken ?? []) if (!fields[name]) say(`takes ${name} in a form`)
  for (const form of [...Object.values(forms.of), forms.other]) {
    const shown = [...form.asks, ...form.more]
    for (const name of shown) if (!fields[name] || fields[name].readOnly || name === forms.by) say(`asks ${name} in a form`)
    for (const name of [...(form.needs ?? []), ...Object.keys(form.starts ?? {})]) if (!shown.includes(name)) say(`needs ${name} unasked`)
    for (const [as, names] of Object.entries(form.lines)) {
      const on = byName.get(lines.find((line) => line.as === as)?.entity ?? '')
      for (const name of names) if (!on?.fields[name] || on.fields[name].readOnly) say(`asks ${as}.${name} in a form`)
    }
  }
}

/** Facts of entities that name what does not exist or contradict each other. */
export const wrongEntities = (entities: readonly Entity[]): string[] => {
  const byName = new Map(entities.map((of) => [of.name, of]))
  const names = new Set(byName.keys())
  const found: string[] = []
  for (const of of entities) {
    const say: Found = (what) => void found.push(`${of.name} ${what}`)
    if (byName.get(of.name) !== of) say('is declared twice')
    wrongNames(of.fields, say)
    wrongReferences(of, byName, say)
    wrongOffline(of, byName, say)
    wrongForms(of, byName, say)
    for (const [name, field] of Object.entries(of.fields)) {
      if (field.kind === 'items') say(`${name} is only for inputs`)
      wrongField(field, names, (what) => say(`${name} ${what}`), growing.has(`${of.name}.${name}`))
    }
  }
  return found
}

/** Inputs of steps and calls that name what does not exist, and steps of fields that are no states. */
export const wrongInputs = (entities: readonly Entity[], machines: readonly Machine[], calls: readonly Call[]): string[] => {
  const names = new Set(entities.map((of) => of.name))
  const found: string[] = []
  const inputs = [
    ...machines.flatMap((on) => Object.entries(on.steps).map(([name, step]) => [`${on.entity}.${name}`, step.input] as const)),
    ...calls.map((of) => [of.name, of.input] as const),
  ]
  for (const [name, fields] of inputs)
    for (const [key, field] of Object.entries(fields)) {
      if (field.readOnly) found.push(`${name} ${key} is read-only and an input`)
      wrongField(field, names, (what) => void found.push(`${name} ${key} ${what}`))
    }
  for (const on of machines) {
    const field = entities.find((of) => of.name === on.entity)?.fields[on.field]
    if (field?.kind !== 'choice' || !field.readOnly || !field.required || !field.initial)
      found.push(`${on.entity}.${on.field} is no state: required, read-only, with a first value`)
  }
  return found
}
