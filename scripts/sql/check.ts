import { parseSync } from 'libpg-query'
import { Evaluator } from './evaluate.ts'
import { type Literal, type ObjectOf, textsOf } from './literals.ts'
import type { Module, Modules } from './modules.ts'
import { type Reference, referencesOf } from './references.ts'
import type { Schema } from './schema.ts'
import { originOf, readStatement, type Statement, variantsOf } from './statement.ts'
import { type Part, partsOf, plain } from './value.ts'

/** A place of a file and what is there. */
export interface Place {
  readonly path: string
  readonly line: number
  readonly said: string
}

export interface Checked {
  /** Names of tables and columns that do not exist. */
  readonly wrong: readonly Place[]
  /** Columns of tables that only the running program knows. */
  readonly open: readonly Place[]
  /** Texts that look like SQL and that the parser cannot read. */
  readonly unread: readonly Place[]
  /** How many places name a column that exists, and how many texts were read. */
  readonly held: number
  readonly read: number
}

const isStatement =
  /^\s*(?:select\s|insert\s+into\s|update\s+\S+\s+(?:\w+\s+)?set\s|delete\s+from\s|with\s+(?:recursive\s+)?\w+\s*(?:\([^)]*\)\s*)?as\s)/
const hasKeyword =
  /(?:^|[\s(])(?:select|from|join|where|and|or|not|on|order by|group by|returning|set|limit|case when|exists \(|values)\s|\bis (?:not )?null\b|::\w|\bcoalesce\(|\bany\(|\bcount\(|\bmax\(|\bsum\(| = | <> | as "|\b(?:desc|i?like|in \(|nulls (?:first|last))\b/
/** A column under a short alias, or a list of columns. */
const isColumns = /(?<![\w./#'"-])[a-z]{1,3}\d?\.[a-z]+_[a-z_]+(?![\w./(-])|^\s*,?\s*\w+(?:, \w+)*, [a-z]+_[a-z_]+(?:, \w+)*\s*$/
const hasColumn = /(?<![\w./#-])[a-z]\w{0,20}\.[a-z]\w*(?![\w./(-])|(?<![\w./#$-])[a-z]+(?:_[a-z]+)+(?![\w./:(-])/
const isProse = /[一-鿿]|\.ts\b|https?:|^[A-Z]/
/** Statements of the schema: the bodies of functions that they hold are not read. */
const isSchema = /^\s*(?:create|alter|drop|grant|revoke|lock|do \$\$|begin\s|all analyse )/

/** Ways to make a statement of a part of one. */
const frames: readonly (readonly [before: string, after: string])[] = [
  ['', ''],
  ['select ', ''],
  ['select 1 from hole_0_ where ', ''],
  ['select 1 from hole_0_ where true ', ''],
  ['select 1 from hole_0_ ', ''],
  ['select 1 ', ''],
  ['select 1 from ', ''],
  ['select 1', ' from hole_0_'],
  ['select 1 from hole_0_ order by ', ''],
  ['update hole_0_ set ', ''],
  ['update hole_0_ set hole_1_ = 1', ''],
  ['with ', ' select 1'],
  ['', ' select 1'],
  ['with hole_0_ as (select 1)', ' select 1'],
  ['with hole_0_ as (select 1)', ''],
  ['insert into hole_0_ ', ''],
  ['insert into ', ' select 1'],
]

/** FROM with its first table: `check_line l where …`. */
const beginsWithTable = /^\s*\w+ \w+ (?:where|left join|join|cross join)\s/
const asTable = ['select 1 from ', ''] as const

const lineOf = (module: Module, offset: number): number => module.text.slice(0, offset).split('\n').length

const rank = { open: 0, held: 1, wrong: 2 } as const

interface Found {
  readonly place: Place
  readonly state: Reference['state']
}

interface SqlText extends Literal {
  readonly module: Module
  readonly text: string
  /** Its pieces, by file and place. */
  readonly keys: readonly string[]
}

/** The strings of a module that look like SQL. */
const sqlOf = (module: Module, literals: readonly Literal[]): SqlText[] =>
  literals
    .map(({ node, names }) => {
      const text = node.type === 'Literal' ? node.value : node.quasis.map((quasi) => quasi.value.cooked ?? '').join(' hole_0_ ')
      const starts = node.type === 'Literal' ? [node.start + 1] : node.quasis.map((quasi) => quasi.start + 1)
      return { node, names, module, text, keys: starts.map((start) => `${module.path}:${start}`) }
    })
    .filter(
      ({ text }) =>
        !isSchema.test(text) &&
        (isStatement.test(text) || (!isProse.test(text) && (isColumns.test(text) || (hasKeyword.test(text) && hasColumn.test(text))))),
    )

const framesOf = ({ text }: SqlText) => (beginsWithTable.test(text) ? [asTable] : frames)

const whole = ['', ''] as const

/** The statement of an object: `text` that another function makes, or the pieces of a page, `columns`, `from` and `order`. */
function statementIn({ node, names }: ObjectOf, module: Module, evaluator: Evaluator): readonly Part[] | undefined {
  const fields = new Map<string, readonly Part[]>()
  for (const property of node.properties) {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') continue
    const { name } = property.key
    const isMade = name === 'text' && property.value.type !== 'TemplateLiteral' && property.value.type !== 'Literal'
    if (isMade || name === 'columns' || name === 'from' || name === 'order')
      fields.set(name, partsOf(evaluator.of(property.value, names, module)))
  }
  const [text, columns, from] = [fields.get('text'), fields.get('columns'), fields.get('from')]
  if (text) return text.some((part) => part.kind === 'text' && isStatement.test(part.text)) ? text : undefined
  if (!columns || !from) return undefined
  const order = fields.get('order')
  return [...plain('select '), ...columns, ...plain(' from '), ...from, ...(order ? [...plain(' order by '), ...order] : [])]
}

/** Holds every SQL text of the modules against the schema. */
export function checkModules(list: readonly Module[], modules: Modules, schema: Schema): Checked {
  const evaluators = (['all', 'own', 'none'] as const).map((follows) => new Evaluator(modules, follows))
  // What a text says read alone, and as a part of other statements, which know the tables around it.
  const alone = new Map<string, Found>()
  const inside = new Map<string, Found>()
  const covered = new Set<string>()
  /** Names that some table or some result has. */
  const called = new Set([...schema.tables.values(), ...schema.functions.values()].flatMap((columns) => [...columns]))

  /** What a statement names, by place. */
  const placesOf = (statement: Statement, isOpen: boolean): Map<string, Found & { readonly piece: string }> => {
    const places = new Map<string, Found & { readonly piece: string }>()
    for (const tree of statement.trees) {
      for (const { at, state, said } of referencesOf(tree, schema, isOpen, called)) {
        const origin = originOf(statement, at)
        if (!origin) continue
        const { path } = origin.module
        places.set(`${path}:${origin.offset}`, { place: { path, line: origin.line, said }, state, piece: `${path}:${origin.start}` })
      }
    }
    return places
  }

  /** Reads the variants of a text; a name is wrong when no variant holds it. `keys`: its own pieces. Whether there was one. */
  const read = (parts: readonly Part[], keys: readonly string[], [before, after]: readonly [string, string], isOpen: boolean): boolean => {
    const together = new Map<string, Found & { readonly piece: string }>()
    let isRead = false
    for (const variant of variantsOf(parts)) {
      const statement = readStatement(variant, before, after)
      if (!statement) continue
      isRead = true
      for (const { module, start } of statement.segments) covered.add(`${module.path}:${start}`)
      for (const [key, one] of placesOf(statement, isOpen || statement.isOpen)) {
        const known = together.get(key)
        if (!known || known.state === 'wrong' || one.state === 'held') together.set(key, one)
      }
    }
    for (const [key, one] of together) {
      const found = keys.includes(one.piece) ? alone : inside
      const known = found.get(key)
      if (!known || rank[known.state] < rank[one.state]) found.set(key, one)
    }
    return isRead
  }

  const found = list.map((module) => ({ module, ...textsOf(module) }))
  const texts = found.flatMap(({ module, literals }) => sqlOf(module, literals))
  const isCovered = ({ keys }: SqlText): boolean => keys.every((key) => covered.has(key))
  const partsIn = ({ node, names, module }: SqlText, evaluator: Evaluator) => partsOf(evaluator.of(node, names, module))
  for (const text of texts) {
    if (isStatement.test(text.text)) evaluators.some((evaluator) => read(partsIn(text, evaluator), text.keys, whole, false))
  }
  for (const { module, objects } of found) {
    for (const one of objects) {
      const parts = statementIn(one, module, evaluators[0]!)
      if (parts) read(parts, [], whole, false)
    }
  }
  // Parts of statements that no statement has taken up are read alone; what their aliases are stays open.
  for (const text of texts) {
    if (isCovered(text)) continue
    evaluators.some((evaluator) => framesOf(text).some((frame) => read(partsIn(text, evaluator), text.keys, frame, true)))
  }
  const unread = texts.filter(({ keys }) => !keys.some((key) => covered.has(key)))
  const places = new Map(alone)
  const isNowhere = ({ state, place }: Found): boolean => state === 'open' && !called.has(place.said.split('.').at(-1)!)
  for (const [key, one] of inside) if (one.state !== 'open' || alone.get(key)?.state !== 'held') places.set(key, one)
  for (const [key, one] of places) {
    if (isNowhere(one)) places.set(key, { state: 'wrong', place: { ...one.place, said: `${one.place.said}: no table has such a column` } })
  }
  const of = (state: Reference['state']): Place[] => [...places.values()].filter((one) => one.state === state).map(({ place }) => place)
  return {
    wrong: of('wrong'),
    open: of('open'),
    unread: unread.map(({ module, node, text }) => ({
      path: module.path,
      line: lineOf(module, node.start),
      said: text.replace(/\s+/g, ' ').slice(0, 120),
    })),
    held: of('held').length,
    read: texts.length - unread.length,
  }
}

/** Tables that the server creates outside the migrations. */
export const tablesOf = (list: readonly Module[]): string[] =>
  list
    .filter(({ text }) => /['`]create (?:temporary |temp )?table/.test(text))
    .flatMap((module) => textsOf(module).literals.map(({ node }) => (node.type === 'Literal' ? node.value : '')))
    .filter((text) => {
      try {
        return /^create (?:temporary |temp )?table/.test(text) && parseSync(text).stmts !== undefined
      } catch {
        return false
      }
    })
