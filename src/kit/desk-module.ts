import type { ComponentType, LazyExoticComponent } from 'react'
import type { Entity, ModuleName } from '#contract/kit/entity/entity.ts'
import type { Words } from '#contract/kit/words.ts'
import type { HomePanel } from './home/home-panels.ts'
import type { Part } from './parts.tsx'
import type { RecordTab } from './record/record-tab.ts'

export interface DeskPage {
  readonly path: string
  readonly Page: LazyExoticComponent<ComponentType>
  /** Path of the menu item whose right opens the page; without it the page is open to every signed-in person. */
  readonly group?: string
  /** Fills a window of its own, without menu and tabs; requires `right`. */
  readonly whole?: { readonly right: string }
  /** Title until the page sets its own; pages in the menu use the menu's name. */
  readonly title?: Words
}

/** Rows that a module adds to the global search, for people with the right to list them. */
export interface SearchKind {
  readonly of: Entity
  /** Names of the fields shown below the title, where they are not those that the entity declares as `about`. */
  readonly about?: readonly string[]
  /** The page that lists all matches of a keyword. */
  readonly list: string
  /** The address that opens a row. */
  readonly opens: (id: string) => string
  /** The id of the row with a scanned code; undefined when there is none. Rejects when the lookup fails. */
  readonly byCode?: (code: string) => Promise<string | undefined>
}

/** A module's contribution to the desk. An entity that is only a menu item needs no page. */
export interface DeskModule {
  readonly name: ModuleName
  readonly pages?: readonly DeskPage[]
  /** Menu icons, by the name used in menu items. */
  readonly icons?: Readonly<Record<string, ComponentType>>
  /** Rows for the global search. */
  readonly search?: readonly SearchKind[]
  /** Parts on pages of other modules. */
  readonly parts?: readonly Part[]
  /** Panels of the first page. */
  readonly panels?: readonly HomePanel[]
  /** Tabs on record pages. */
  readonly tabs?: readonly RecordTab[]
  /** Addresses of the module's records, by entity. */
  readonly records?: Readonly<Record<string, string>>
}
