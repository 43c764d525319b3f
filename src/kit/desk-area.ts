import type { ComponentType, LazyExoticComponent } from 'react'
import type { Area, Entity } from '#contract/kit/entity.ts'
import type { Words } from '#contract/kit/words.ts'
import type { HomePanel } from './home/home-panels.ts'
import type { Part } from './parts.tsx'
import type { RecordTab } from './record/record-tab.ts'

export interface DeskPage {
  readonly path: string
  readonly Page: LazyExoticComponent<ComponentType>
  /** Path of the menu item whose right opens it; absent: open to every signed-in person. */
  readonly group?: string
  /** Fills a window of its own, without menu and tabs; opened by who has the right. */
  readonly whole?: { readonly right: string }
  /** Title until the page gives its own; pages of the menu carry the menu's name. */
  readonly title?: Words
}

/** Rows that a module brings to the global search; shown to who may list them. */
export interface SearchKind {
  readonly of: Entity
  /** Names of the fields that are said below the title. */
  readonly about: readonly string[]
  /** The page that lists all that a keyword finds. */
  readonly list: string
  /** Where a row opens. */
  readonly opens: (id: string) => string
  /** The id of the row that a scanned code means; undefined for a code of no row. Rejects when it cannot be asked. */
  readonly byCode?: (code: string) => Promise<string | undefined>
}

/** The contribution of a module to the desk. A family that is only a menu item needs no page. */
export interface DeskArea {
  readonly name: Area
  readonly pages?: readonly DeskPage[]
  /** Pictures of the menu, by the name that menu items give. */
  readonly icons?: Readonly<Record<string, ComponentType>>
  /** What the global search finds of it. */
  readonly search?: readonly SearchKind[]
  /** Its parts on pages of other modules. */
  readonly parts?: readonly Part[]
  /** Its panels of the first page. */
  readonly panels?: readonly HomePanel[]
  /** Its tabs on the pages of records. */
  readonly tabs?: readonly RecordTab[]
  /** Where its records open, by entity. */
  readonly records?: Readonly<Record<string, string>>
}
