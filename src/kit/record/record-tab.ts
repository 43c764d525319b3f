import type { ComponentType, LazyExoticComponent } from 'react'
import type { Words } from '#contract/kit/words.ts'
import type { Row } from '#src/data/hooks.ts'

/** A tab that a module adds to a record page. */
export interface RecordTab extends Words {
  /** The entity of the records. */
  readonly of: string
  /** Name in the address. */
  readonly name: string
  /** Sort order, ascending; the record's own fields come first. */
  readonly order: number
  /** The right that the tab requires. */
  readonly may?: string
  /** Rows counted in the badge: an entity and its link to the record. */
  readonly counts?: { readonly of: string; readonly by: string }
  readonly Tab: LazyExoticComponent<ComponentType<{ readonly row: Row }>>
}

const offered: RecordTab[] = []

/** Registers the tabs of all modules; call once, before the first render. */
export function offerTabs(tabs: readonly RecordTab[]): void {
  offered.push(...tabs)
  offered.sort((one, other) => one.order - other.order)
}

/** The tabs of an entity's record pages, in order. */
export const tabsOf = (entity: string): readonly RecordTab[] => offered.filter((tab) => tab.of === entity)
