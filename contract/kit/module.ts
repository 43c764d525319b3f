import type { Shape } from './entity/answer.ts'
import type { Approval } from './entity/approval.ts'
import type { Board } from './entity/board.ts'
import type { Calendar } from './entity/calendar.ts'
import type { Call } from './entity/call.ts'
import type { Chapter } from './entity/chapter.ts'
import type { Due } from './entity/due.ts'
import type { Entity, ModuleName } from './entity/entity.ts'
import type { HomeFacts } from './entity/home.ts'
import type { Machine } from './entity/machine.ts'
import type { OrderKind } from './entity/order-kind.ts'
import type { ProcessRule } from './entity/process-rule.ts'
import type { Choice } from './fields/field.ts'
import type { Measure } from './figures/measure.ts'
import type { ImportFacts } from './sheets/import-facts.ts'
import type { Words } from './words.ts'

/** The roles that every tenant starts with. */
export type RoleName =
  | 'administrator'
  | 'equipment_manager'
  | 'engineer'
  | 'keeper'
  | 'head'
  | 'warehouse_keeper'
  | 'provider_engineer'
  | 'auditor'
  | 'virtual'

export interface MenuItem extends Words {
  /** Stable code; grants refer to it. */
  readonly code: string
  readonly path: string
  readonly icon: string
  /** The entity whose rights become the buttons of the page; its `list` right shows the item. */
  readonly entity?: string
  /** The entity whose `list` right shows the item, while its rights and packages belong to another page: a board looks at rows of others. */
  readonly seenWith?: string
  /** Rights of other entities that belong to the page. */
  readonly also?: readonly string[]
  /** Only in the menus of hospitals, like the items of most modules: the platform has no devices. */
  readonly isOfHospitals?: true
  /** Only in the menus of service providers, which have no devices of their own: these items and those of the platform's modules. */
  readonly isOfProviders?: true
  /** Only in the platform's menu: hospitals merely read these rows where they use them. */
  readonly isOfPlatform?: true
  /** Rows that live in the records of another entity: the page is found by its address, the menu search and those records, not in the side bar. */
  readonly isSearchOnly?: true
  readonly children?: readonly MenuItem[]
}

/**
 * A menu item of a module. `under`: the code of its group, which may belong to another module. `order`: its place among the items that modules add to a group,
 * after the group's own; items without one come last, in the order of the modules.
 */
export interface PlacedItem extends MenuItem {
  readonly under?: string
  readonly order?: number
  /** The codes of the top menus that contain this first-level item. */
  readonly tops?: readonly string[]
}

/** A top menu of a new installation. */
export interface TopItem extends Words {
  readonly code: string
  readonly icon: string
}

/**
 * The words of a notice kind. `seeded`: program texts that its detail may hold. `waits`: something waits for the person, or is late; unless the person
 * chooses otherwise, an e-mail says so at once.
 */
export type NoticeWords = Choice & Required<Pick<Choice, 'tone'>> & { readonly seeded?: readonly Words[]; readonly waits?: true }

/** The notices that a module sends: the kind's text and the subject form the sentence. */
export interface NoticeFacts {
  readonly kinds: Readonly<Record<string, NoticeWords>>
  /** The entities that its notices link to. */
  readonly targets: Readonly<Record<string, Words>>
}

/** The declarations of a module. */
export interface ModuleFacts {
  readonly name: ModuleName
  /**
   * The larger part of the product that the module is one of. The platform belongs to every package; the modules of a part share one API scope, and a write in
   * one of them may change rows of the others.
   */
  readonly part?: 'platform'
  readonly entities?: readonly Entity[]
  readonly machines?: readonly Machine[]
  /** Final states of its machines, which no step leaves: `repairOrder.repairStatus=done`. */
  readonly ends?: readonly string[]
  /** How the state boards of its lists show rows, beyond what the list declares. */
  readonly boards?: readonly Board[]
  /** The calendars of its lists. */
  readonly calendars?: readonly Calendar[]
  /** What is due of its rows, for the calendar of due things. */
  readonly dues?: readonly Due[]
  /** Its kinds of orders on the dispatch board. */
  readonly orders?: readonly OrderKind[]
  /** Its rows in the archive of a device. */
  readonly chapters?: readonly Chapter[]
  readonly calls?: readonly Call[]
  /** The shapes of its json fields, by `entity.field`, for the OpenAPI document. */
  readonly json?: Readonly<Record<string, Shape>>
  /** Shapes that answers refer to by name, because they are recursive. */
  readonly shapes?: Readonly<Record<string, Shape>>
  /** System writes: what its processes may write outside a person's data scope. */
  readonly rules?: readonly ProcessRule[]
  /** Declared measures; calls, charts, tables and exports are derived from them. */
  readonly measures?: readonly Measure[]
  /** Kinds of documents that the approval engine decides. */
  readonly approvals?: readonly Approval[]
  /** It is the approval engine: its acts also change the documents of all `approvals`, whose steps change its rows. */
  readonly decides?: true
  /** Its entities whose rows the server changes together with rows of other entities: a shared device leaves the pool with its card. */
  readonly follows?: Readonly<Record<string, string | readonly string[]>>
  /**
   * Calls, including verbs of entities, whose input or answer contains a secret: none of it is stored, not even to answer a repeated
   * request.
   */
  readonly secretCalls?: readonly string[]
  /** Calls after which a page reloads everything, with the reason. */
  readonly changesEverything?: Readonly<Record<string, string>>
  readonly menu?: readonly PlacedItem[]
  readonly topMenus?: readonly TopItem[]
  /** Rights that no entity, step or call requires by itself, by code. */
  readonly moreRights?: Readonly<Record<string, Words>>
  /** The rights of the default roles, as patterns: `device.*` all of an entity, `device.list` one right. */
  readonly rights?: Readonly<Partial<Record<RoleName, readonly string[]>>>
  readonly notices?: NoticeFacts
  /** Its counts and help entries on the first page. */
  readonly home?: HomeFacts
  /** How spreadsheets are imported into its entities, by entity. */
  readonly imports?: Readonly<Record<string, ImportFacts>>
  /** Its entities whose missing rows an import of another entity may create, with only their title. */
  readonly importCreates?: readonly string[]
}

/** Declares a module; keeps the literal types. */
export const module = <const M extends ModuleFacts>(facts: M): M => facts
