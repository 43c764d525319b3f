import type { ComponentType, LazyExoticComponent } from 'react'
import type { Words } from '#contract/kit/words.ts'
import type { Row } from '#src/data/hooks.ts'

/** A tab that a module puts on the page of a record. */
export interface RecordTab extends Words {
  /** The entity whose records it stands on. */
  readonly of: string
  /** Its name in the address. */
  readonly name: string
  /** Lower ones come first; the facts of the record itself come before all. */
  readonly order: number
  /** The right without which it is not there. */
  readonly may?: string
  /** The rows that the number beside its name counts: an entity and its link to the record. */
  readonly counts?: { readonly of: string; readonly by: string }
  readonly Tab: LazyExoticComponent<ComponentType<{ readonly row: Row }>>
}

const offered: RecordTab[] = []

/** Registers the tabs of the modules; once, before the first render. */
export function offerTabs(tabs: readonly RecordTab[]): void {
  offered.push(...tabs)
  offered.sort((one, other) => one.order - other.order)
}

/** The tabs of an entity's records, in order. */
export const tabsOf = (entity: string): readonly RecordTab[] => offered.filter((tab) => tab.of === entity)
