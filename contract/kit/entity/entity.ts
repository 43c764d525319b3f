import type { FieldMap, NamedBy } from '../fields/field.ts'
import type { OtherForm } from '../fields/other-form.ts'
import type { Words } from '../words.ts'
import type { KindForms } from './kind-forms.ts'
import type { Shows } from './shows.ts'

/** The modules, in menu order; the same names on every layer. */
export const moduleNames = [
  'insight',
  'asset',
  'label',
  'import',
  'custody',
  'check',
  'service',
  'maintenance',
  'checklist',
  'quality',
  'iot',
  'pool',
  'disposal',
  'ledger',
  'flow',
  'place',
  'supply',
  'identity',
  'record',
  'settings',
  'tooling',
  'notice',
] as const
export type ModuleName = (typeof moduleNames)[number]

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
   * Which phones hold a row: those of a department (`dept`), of the members of a task (`task`; the field `id` makes the entity itself a
   * task, and there may be several kinds), of one person (`person`), of the people in an `ids` field (`people`), those that hold the linked
   * row (`parent`), or all. `group`: rows that only some of these people may hold have scopes of their own, named `<group>:…`, so that a right
   * to them loads nothing else again; `persons`:
   * links to people who hold the row regardless of their department. The members of the group in `scope.team` of the entity hold it, too.
   */
  readonly scope:
    | { readonly by: 'dept'; readonly field: K; readonly group?: string; readonly persons?: readonly K[] }
    | { readonly by: 'task'; readonly field: K | 'id' }
    | { readonly by: 'person'; readonly field: K }
    | { readonly by: 'people'; readonly field: K; readonly group?: string }
    | { readonly by: 'parent'; readonly field: K; readonly group?: string }
    | { readonly by: 'all'; readonly group?: string }
  /** States in which phones keep a row, by state field; in other states they drop it. */
  readonly states?: Readonly<Record<string, readonly string[]>>
  /** Thousands of rows in one scope: a phone's first load fetches them in bundles, see `sync-bundle.ts`. */
  readonly packs?: boolean
  /** Phones may queue a draft, under these words. `shows`: further values shown in a row that the phone creates. */
  readonly drafts?: Words & { readonly shows?: Shows }
  /** The fields sent to phones. */
  readonly offlineFields: readonly K[]
}

/** Lines of a header: rows of another entity that are read, checked and saved together with it. The entity's words if absent. */
export interface LineFacts extends Partial<Words> {
  /** The entity of the lines. */
  readonly entity: string
  /** The link of a line to its header. */
  readonly by: string
  /** Wire name of the lines in a detail and in a draft. */
  readonly as: string
  /** The read-only integer of a line with its position; without it, lines have no order. */
  readonly order?: string
  /** Maximum number of lines per header; 1,000 if absent. */
  readonly max?: number
  /** Fields of a line whose combination is unique within a header. */
  readonly once?: readonly string[]
  /** A header needs at least one line. */
  readonly required?: boolean
  /** Totals in read-only fields of the header: the factors of a line whose products are summed; no factors: the number of lines. */
  readonly totals?: Readonly<Record<string, readonly string[]>>
  /** Only steps write them, no drafts. */
  readonly readOnly?: boolean
  /** Single lines can also be saved and removed by calls below the path of their entity: `submit` and `remove`, which save the header. */
  readonly calls?: true
  /** A hint below the lines in a form. */
  readonly hint?: Words
  /** Fields of a line that the form asks for, where not all of them. */
  readonly asks?: readonly string[]
  /** Stand above the fields of the header in a form: they are what a person has in hand. */
  readonly isFirst?: true
}

/** Rows that existing links keep but that can no longer be chosen. */
export interface RetiredFacts<K extends string = string> {
  /**
   * The values that retire a row, by field: keys of a choice, or `1` of a flag. In a tree, the rows below a retired row are retired too.
   */
  readonly when: { readonly [N in K]?: readonly string[] }
  /** The link to the successor of a retired row, which is proposed instead. */
  readonly successor?: K
  /** Rows that are not offered because of a row they link to, by link and field: view-only accounts. */
  readonly linked?: { readonly [N in K]?: Readonly<Record<string, readonly string[]>> }
}

/** The heading of a section that lists rows of an entity; Chinese has no plural. */
export const headingOf = ({ zh, en, many }: Words & { readonly many?: string | undefined }): Words => ({ zh, en: many ?? en })

/** The entity with the deputies: its links to both people, and its first and last day. */
export interface DeputyFacts {
  readonly entity: string
  readonly absent: string
  readonly deputy: string
  readonly from: string
  readonly to: string
}

export interface EntityFacts<F extends FieldMap, K extends string = string> extends Words {
  /** English plural, for the headings of sections. */
  readonly many?: string
  readonly module: ModuleName
  /** URL after `/api`; several if the given calls use several. Without a path the entity has no calls. */
  readonly path?: string | readonly string[]
  readonly title: K
  readonly table: TableKind
  readonly fields: F
  /** SQL table name, if the entity's name is a reserved word. */
  readonly sql?: string
  readonly verbs?: readonly Verb[]
  /** Last part of a verb's URL, if it is not the conventional one; a whole URL after `/api` begins with a slash. */
  readonly names?: Partial<Record<Verb, readonly string[]>>
  /** Name of the id in the request for one row, if it is not `id`. */
  readonly idName?: string
  readonly offline?: OfflineFacts<K>
  /** Rows of several kinds with a form for each. */
  readonly forms?: KindForms<K>
  /** The link to the parent row; the table then has a materialised `path`. */
  readonly tree?: K
  /** The title of a node within the tree, where its path is visible; the title if absent. */
  readonly nodeTitle?: K
  /** Entities whose rows are saved with this one in one transaction. */
  readonly lines?: readonly LineFacts[]
  /** Inputs that accompany a change of a row: stored in the event, not in the row. */
  readonly told?: FieldMap
  /** Append-only: rows never change. */
  readonly append?: boolean
  /** Events that no step makes, by verb: their words, and what their input says. */
  readonly events?: Readonly<Record<string, Words & { readonly input: FieldMap }>>
  /** The history's word for the creation of a row; 新增 if absent. */
  readonly added?: Words
  /** Removed rows are kept and marked. */
  readonly softDelete?: boolean
  /** Placeholder of the list's search field; the names of the searched fields if absent. */
  readonly searchHint?: Words
  /** How rows come into existence, for an empty list where none can be added. */
  readonly emptyAdvice?: Words
  /** Tens of thousands of rows per tenant: keyword search by grams, validated cached totals instead of counting. */
  readonly large?: boolean
  /** A log whose searched texts repeat: `log_word` stores each text once a month, and keywords are looked up there instead of by grams. */
  readonly repeating?: boolean
  /** States in which a draft may change the row, by state field. */
  readonly editable?: Readonly<Record<string, readonly string[]>>
  readonly removable?: Readonly<Record<string, readonly string[]>>
  /**
   * How a data scope limits the rows: by a link to a department, by the row that another link refers to (`through`), or by membership:
   * people in rows of another entity, and the creator (`members`). `persons`: links to people who see the row regardless of their scope.
   * `own`: the link to the only person who sees the row. `also`: further departments of a row that moves between departments. `every`: a
   * right whose holders see every row; the data scopes of roles then do not apply. `deputies`: rows that name a deputy for a period; the
   * deputy sees what `members` and `persons` open to the absent person. `seenWith`: people who see the row of
   * another entity that names this one see this one too. `roles`: the roles whose holders see the row. `team`: the link to a group of people
   * and the field there that holds them; each of them sees the row.
   */
  readonly scope?: {
    readonly dept?: K
    readonly also?: readonly K[]
    readonly through?: K
    /** `also`: further links of a member row to people, besides `user`. */
    readonly members?: { readonly entity: string; readonly by: string; readonly also?: readonly string[] }
    readonly persons?: readonly K[]
    readonly own?: K
    readonly every?: string
    readonly deputies?: DeputyFacts
    readonly seenWith?: NamedBy
    readonly roles?: K
    readonly team?: { readonly by: K; readonly members: string }
  }
  /** Rows determine what people may see and do, or how other rows are displayed: pages reload everything after a change of one. */
  readonly governs?: true
  /** Links to its rows open in a dialog. */
  readonly peek?: true
  /** Client timeout of a submit in seconds; 60 if absent. */
  readonly submitTimeoutS?: number
  /** When rows are no longer offered, see `retired.ts`. */
  readonly retired?: RetiredFacts<K>
  /** A tenant may add custom fields. */
  readonly custom?: boolean
  /** The names of its facts in SpringBlade front ends. */
  readonly others?: OtherForm
  /** The fields by which people call a row whose title is a number or tells too little; the number stands small beside them. */
  readonly called?: readonly K[]
  /** What distinguishes rows with the same title, in order: shown beside the title where a row is chosen or found. */
  readonly about?: readonly K[]
  /**
   * Where the picture of a row is stored: rows of another entity that link to it by `by`, with the file in `files`; the newest one is used.
   */
  readonly picture?: { readonly in: string; readonly by: string; readonly files: string; readonly where: Readonly<Record<string, string>> }
  /** The first columns of the list, if they are not title, states and the others as declared: what identifies a row. */
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

/** The verbs that an entity supports. */
export function verbsOf(of: Entity): readonly Verb[] {
  if (of.path === undefined) return []
  const named = of.verbs ?? plain
  // Every row with a detail that may change has a history.
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

/** Every URL of a verb, without `/api`; our own pages use the first. */
export function urlsOf(of: Entity, verb: Verb): string[] {
  const bases = of.path === undefined ? [] : typeof of.path === 'string' ? [of.path] : of.path
  return bases.flatMap((base) => (of.names?.[verb] ?? [urlNames[verb]]).map((name) => (name.startsWith('/') ? name : `${base}/${name}`)))
}

/** The query parameter that selects a row for its detail. */
export const idQuery = (of: Entity, id: string | undefined): Record<string, string | undefined> => ({ [of.idName ?? 'id']: id })

/** The URL by which our own pages save a row: for an existing row the update URL, if the entity has one. */
export const saveUrl = (of: Entity, exists: boolean): string => {
  const urls = urlsOf(of, 'submit')
  return urls.find((url) => exists && url.endsWith('/update')) ?? urls[0]!
}

const writing: ReadonlySet<Verb> = new Set(['submit', 'remove'])

/** Whether a verb changes data. */
export function writes(verb: Verb): boolean {
  return writing.has(verb)
}

/** The right that a verb requires: reading is one right; exporting, writing and removing have their own. */
export function rightOf(of: Entity, verb: Verb): string {
  const right = verb === 'submit' || verb === 'remove' || verb === 'export' ? verb : verb === 'template' ? 'submit' : 'list'
  return `${of.name}.${right}`
}
