import type { FieldMap, NamedBy } from './field.ts'
import type { OtherForm } from './other-form.ts'
import type { Shows } from './shows.ts'
import type { Words } from './words.ts'

/** The modules of the product, in the order of the menu; the same names on every layer. */
export const areas = [
  'insight',
  'asset',
  'label',
  'import',
  'custody',
  'check',
  'service',
  'iot',
  'pool',
  'disposal',
  'ledger',
  'flow',
  'place',
  'supply',
  'platform',
] as const
export type Area = (typeof areas)[number]

/**
 * tenant: rows of one hospital under forced row level security. platform: the same for all, written only in a session of
 * tenant 000000. person: one log-in identity over tenants.
 */
export type TableKind = 'tenant' | 'platform' | 'person'

export const verbs = [
  'list',
  'page',
  'detail',
  'submit',
  'remove',
  'select',
  'tree',
  'lazyTree',
  'lazyList',
  'export',
  'template',
  'history',
] as const
export type Verb = (typeof verbs)[number]

export interface OfflineFacts<K extends string = string> {
  /** read: kept on phones; write: phones may also queue its steps and observations. */
  readonly keep: 'read' | 'write'
  /**
   * Which phones hold a row: those of a department (`dept`), of the members of a task (`task`; the field `id` makes the entity a task, of which there may be
   * several kinds), of one person (`person`), of the people that an `ids` field names (`people`), those that hold the row which a link names (`parent`), or all.
   * `group`: rows that only some holders of cards may hold have their own scopes, named `<group>:…`; `persons`: links to people who hold the
   * row independent of their department.
   */
  readonly scope:
    | { readonly by: 'dept'; readonly field: K; readonly group?: string; readonly persons?: readonly K[] }
    | { readonly by: 'task'; readonly field: K | 'id' }
    | { readonly by: 'person'; readonly field: K }
    | { readonly by: 'people'; readonly field: K }
    | { readonly by: 'parent'; readonly field: K }
    | { readonly by: 'all' }
  /** States outside which a row leaves the phones, by state field. */
  readonly states?: Readonly<Record<string, readonly string[]>>
  /** Thousands of rows in one scope: the first load of a phone takes them in bundles, see `sync-bundle.ts`. */
  readonly packs?: boolean
  /** Phones may queue a draft, under these words. `shows`: what a row that the phone makes shows besides what was written. */
  readonly drafts?: Words & { readonly shows?: Shows }
  /** The fields that travel to a phone. */
  readonly slim: readonly K[]
}

/** Lines of a header: rows of another entity that are read, checked and saved together with it. Their words are those of the entity where absent. */
export interface LineFacts extends Partial<Words> {
  /** The entity of the lines. */
  readonly entity: string
  /** The link of a line to its header. */
  readonly by: string
  /** Wire name of the lines in a detail and in a draft. */
  readonly as: string
  /** The read-only integer of a line that keeps its place; lines without one have no order. */
  readonly order?: string
  /** Most lines of one header; 1,000 when absent. */
  readonly max?: number
  /** Fields of a line that together occur once in a header. */
  readonly once?: readonly string[]
  /** A header needs a line at least. */
  readonly required?: boolean
  /** What the header keeps of its lines, by its read-only field: the fields of a line whose product is added up; none counts the lines. */
  readonly totals?: Readonly<Record<string, readonly string[]>>
  /** Only steps write them, never a draft. */
  readonly readOnly?: boolean
  /** Single lines are also added, changed and removed by calls below the path of their entity: `submit` and `remove`, which save the header. */
  readonly calls?: true
  /** A hint below the lines in a form. */
  readonly hint?: Words
}

/** Rows that stay where links name them and can no longer be chosen. */
export interface RetiredFacts<K extends string = string> {
  /** The values that retire a row, by field: keys of a choice, or `1` of a flag. In a tree the rows below a retired one are retired with it. */
  readonly when: { readonly [N in K]?: readonly string[] }
  /** The link to the row that takes the place of a retired one; it is proposed instead. */
  readonly successor?: K
  /** Rows that are not offered either because a row they link to says so, by link and field: accounts that only look. */
  readonly linked?: { readonly [N in K]?: Readonly<Record<string, readonly string[]>> }
}

/** The heading of a section that lists rows of an entity; Chinese does not tell one from several. */
export const headingOf = ({ zh, en, many }: Words & { readonly many?: string | undefined }): Words => ({ zh, en: many ?? en })

/** The entity whose rows say who stands in for whom: its links to both people, and its first and last day. */
export interface DeputyFacts {
  readonly entity: string
  readonly absent: string
  readonly deputy: string
  readonly from: string
  readonly to: string
}

export interface EntityFacts<F extends FieldMap, K extends string = string> extends Words {
  /** English of several rows, where a section of another page lists them. */
  readonly many?: string
  readonly area: Area
  /** URL after `/api`; several where the given calls use several. No path: the entity has no calls of its own. */
  readonly path?: string | readonly string[]
  readonly title: K
  readonly table: TableKind
  readonly fields: F
  /** Name of the SQL table where the entity's own name is a reserved word. */
  readonly sql?: string
  readonly verbs?: readonly Verb[]
  /** Last part of the URL of a verb where it is not the conventional one; a whole URL after `/api` begins with a slash. */
  readonly names?: Partial<Record<Verb, readonly string[]>>
  /** What the request for one row calls its id, where it is not `id`. */
  readonly idName?: string
  readonly offline?: OfflineFacts<K>
  /** The link to the parent row; the table then has a materialised `path`. */
  readonly tree?: K
  /** What a node is called inside the tree, where its place is seen; the title when absent. */
  readonly nodeTitle?: K
  /** Rows of other entities that are saved with this one in one transaction. */
  readonly lines?: readonly LineFacts[]
  /** What a person says beside the change of a row, by submitting it: kept with the event, not in the row. */
  readonly told?: FieldMap
  /** Rows are never changed after they are written. */
  readonly append?: boolean
  /** What the history of a row calls its making; 新增 when absent. */
  readonly added?: Words
  /** Removal keeps the row and marks it. */
  readonly softDelete?: boolean
  /** What the search field of the list says; the names of the searched fields when absent. */
  readonly searchHint?: Words
  /** Where rows come from, for a list that has none and adds none by itself. */
  readonly emptyAdvice?: Words
  /** Tens of thousands of rows in one tenant: keyword search by grams, totals validated instead of counted. */
  readonly large?: boolean
  /** A log whose searched texts repeat in many entries: `log_word` keeps each text once for a month, and keywords are looked up there instead of by grams. */
  readonly repeating?: boolean
  /** States in which a draft may change the row, by state field. */
  readonly editable?: Readonly<Record<string, readonly string[]>>
  readonly removable?: Readonly<Record<string, readonly string[]>>
  /**
   * How a data scope limits the rows: by a link to a department, by the row that another link names (`through`), or to the people
   * named in rows of another entity and the creator (`members`). `persons`: links to people who see the row independent of their scope.
   * `own`: the link to the only person who sees the row. `also`: further departments of a row that go over from one to another.
   * `every`: a right whose holders see every row; then the data scopes of roles do not count. `deputies`: rows that name who stands in for whom from one day
   * to another; a deputy sees what `members` and `persons` show to the absent person. `seenWith`: also seen by who sees the row of another entity that names it.
   */
  readonly scope?: {
    readonly dept?: K
    readonly also?: readonly K[]
    readonly through?: K
    /** `also`: further links of a member's row to people, beside `user`. */
    readonly members?: { readonly entity: string; readonly by: string; readonly also?: readonly string[] }
    readonly persons?: readonly K[]
    readonly own?: K
    readonly every?: string
    readonly deputies?: DeputyFacts
    readonly seenWith?: NamedBy
  }
  /** Rows say what people see and may do, or how other rows are shown: pages ask for everything again after a change of one. */
  readonly governs?: true
  /** A fact that names a row shows it in a dialog. */
  readonly peek?: true
  /** Seconds that a client waits for a submit; 60 when absent. */
  readonly submitTimeoutS?: number
  /** Which rows are no longer offered, and what follows from it: see `retired.ts`. */
  readonly retired?: RetiredFacts<K>
  /** A tenant may add fields of its own. */
  readonly custom?: boolean
  /** How front ends of the given calls name its facts. */
  readonly others?: OtherForm
  /** What tells rows with the same title apart, in this order: shown beside the title where a row is chosen or found. */
  readonly about?: readonly K[]
  /** Where the picture of a row is kept: rows of another entity that link to it by `by`, with a file in `files`; the newest counts. */
  readonly picture?: { readonly in: string; readonly by: string; readonly files: string; readonly where: Readonly<Record<string, string>> }
  /** The first columns of the list, where they are not the title, the states and the others as declared: what identifies a row. */
  readonly columns?: readonly (K | 'createTime')[]
  readonly sort?: { readonly by: K | 'createTime'; readonly descending?: boolean }
}

export interface Entity<N extends string = string, F extends FieldMap = FieldMap> extends EntityFacts<F> {
  readonly name: N
}

/** Declares an entity: facts only, no behaviour. */
export function entity<const N extends string, const F extends FieldMap>(name: N, facts: EntityFacts<F, keyof F & string>): Entity<N, F> {
  return { name, ...facts }
}

const plain: readonly Verb[] = ['list', 'detail', 'submit', 'remove', 'export', 'template']

/** The verbs an entity answers. */
export function verbsOf(of: Entity): readonly Verb[] {
  if (of.path === undefined) return []
  const named = of.verbs ?? plain
  // What happened to a row is seen wherever the row is and may change.
  return named.includes('detail') && !of.append ? [...named, 'history'] : named
}

const urlNames: Readonly<Record<Verb, string>> = {
  list: 'list',
  page: 'page',
  detail: 'detail',
  submit: 'submit',
  remove: 'remove',
  select: 'select',
  tree: 'tree',
  lazyTree: 'lazy-tree',
  lazyList: 'lazy-list',
  export: 'export',
  template: 'import-template',
  history: 'history',
}

/** Every URL of a verb, without `/api`; the first is the one our own pages use. */
export function urlsOf(of: Entity, verb: Verb): string[] {
  const bases = of.path === undefined ? [] : typeof of.path === 'string' ? [of.path] : of.path
  return bases.flatMap((base) => (of.names?.[verb] ?? [urlNames[verb]]).map((name) => (name.startsWith('/') ? name : `${base}/${name}`)))
}

/** What names a row in the request for its detail. */
export const idQuery = (of: Entity, id: string | undefined): Record<string, string | undefined> => ({ [of.idName ?? 'id']: id })

/** The URL by which our own pages save a row: the one named update, where the entity has it, for a row that exists. */
export const saveUrl = (of: Entity, exists: boolean): string => {
  const urls = urlsOf(of, 'submit')
  return urls.find((url) => exists && url.endsWith('/update')) ?? urls[0]!
}

const writing: ReadonlySet<Verb> = new Set(['submit', 'remove'])

/** Whether a verb changes data. */
export function writes(verb: Verb): boolean {
  return writing.has(verb)
}

/** The right a verb asks for: reading is one right, exporting, writing and removing are their own. */
export function rightOf(of: Entity, verb: Verb): string {
  const right = verb === 'submit' || verb === 'remove' || verb === 'export' ? verb : verb === 'template' ? 'submit' : 'list'
  return `${of.name}.${right}`
}
