import type { Shape } from './answer.ts'
import type { Approval } from './approval.ts'
import type { Board } from './board.ts'
import type { Call } from './call.ts'
import type { Area, Entity } from './entity.ts'
import type { Choice } from './field.ts'
import type { HomeFacts } from './home.ts'
import type { ImportFacts } from './import-facts.ts'
import type { Machine } from './machine.ts'
import type { Measure } from './measure.ts'
import type { ProcessRule } from './process-rule.ts'
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
  /** Stable code; grants name it. */
  readonly code: string
  readonly path: string
  readonly icon: string
  /** Whose rights become the buttons of the page; the `list` right shows the item. */
  readonly entity?: string
  /** Rights of other entities that belong to the page. */
  readonly also?: readonly string[]
  /** Stands in the menus of hospitals alone, as items of the other modules do: the platform keeps no devices. */
  readonly isOfHospitals?: true
  /** Stands in the platform's menu alone: hospitals only read what it keeps, where they use it. */
  readonly isOfPlatform?: true
  readonly children?: readonly MenuItem[]
}

/** A menu item of a module. `under`: the code of the group it stands in, which may be another module's. */
export interface PlacedItem extends MenuItem {
  readonly under?: string
  /** The codes of the top menus that an item of the first level stands in. */
  readonly tops?: readonly string[]
}

/** A top menu that a new program begins with. */
export interface TopItem extends Words {
  readonly code: string
  readonly icon: string
}

/** What a notice of a kind is called; `seeded`: texts of the program that its detail may be. */
export type NoticeWords = Choice & Required<Pick<Choice, 'tone'>> & { readonly seeded?: readonly Words[] }

/** The notices that a module sends: the text of the kind and the subject form the sentence. */
export interface NoticeFacts {
  readonly kinds: Readonly<Record<string, NoticeWords>>
  /** The entities whose records its notices lead to. */
  readonly targets: Readonly<Record<string, Words>>
}

/** What a module brings to the contract. */
export interface AreaFacts {
  readonly name: Area
  readonly entities?: readonly Entity[]
  readonly machines?: readonly Machine[]
  /** States that no step of these machines leaves: `repairOrder.repairStatus=done`. */
  readonly ends?: readonly string[]
  /** How the state boards of its lists show rows, where the list alone does not say it. */
  readonly boards?: readonly Board[]
  readonly calls?: readonly Call[]
  /** What its fields of kind json hold, by `entity.field`, as the OpenAPI document says it. */
  readonly json?: Readonly<Record<string, Shape>>
  /** Shapes that answers refer to by name, because they hold each other. */
  readonly shapes?: Readonly<Record<string, Shape>>
  /** What its processes may write of rows outside a person's data scope. */
  readonly rules?: readonly ProcessRule[]
  /** Declared figures; their calls, charts, tables and exports follow. */
  readonly measures?: readonly Measure[]
  /** Kinds of documents that the approval engine decides about. */
  readonly approvals?: readonly Approval[]
  /** The approval engine: its acts also change the documents of every `approvals`, and steps of these its rows. */
  readonly decides?: true
  /** Its entities whose rows the server changes along with rows of another: a shared device leaves the pool with its card. */
  readonly follows?: Readonly<Record<string, string>>
  /** Calls, verbs of entities too, whose input or answer holds a secret: nothing of them is kept, not even to answer a repetition. */
  readonly secretCalls?: readonly string[]
  /** Calls after which a page asks everything again, and why nothing less would do. */
  readonly changesEverything?: Readonly<Record<string, string>>
  readonly menu?: readonly PlacedItem[]
  readonly topMenus?: readonly TopItem[]
  /** Rights that no entity, step or call asks for by itself, by code. */
  readonly moreRights?: Readonly<Record<string, Words>>
  /** The rights of the default roles, as patterns: `device.*` all of an entity, `device.list` one right. */
  readonly rights?: Readonly<Partial<Record<RoleName, readonly string[]>>>
  readonly notices?: NoticeFacts
  /** What it counts and explains on the first page. */
  readonly home?: HomeFacts
  /** How spreadsheets are read into its entities, by entity. */
  readonly imports?: Readonly<Record<string, ImportFacts>>
  /** Its entities whose missing rows an import of another entity may create, by their title alone. */
  readonly importCreates?: readonly string[]
}

/** Declares a module: the same facts with their literal types. */
export const area = <const A extends AreaFacts>(facts: A): A => facts
