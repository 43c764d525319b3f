import type { ComponentType } from 'react'
import type { Area } from '#contract/kit/entity.ts'
import type { Part } from '#src/kit/parts.tsx'
import type { WordKey } from '#src/words/words.ts'
import type { icons } from './icons.tsx'

/** A tab of the bottom bar. */
export interface PhoneTab {
  readonly to: string
  readonly icon: keyof typeof icons
  readonly label: WordKey
  /** First parts of the addresses that belong to the tab, besides its own. */
  readonly more?: readonly string[]
  /** Its place in the bar, from the left. */
  readonly order: number
  /** A small number on it, with its meaning for screen readers. */
  readonly count?: { readonly use: () => number; readonly label: WordKey }
}

/** The contribution of a module to the phone. What phones may queue and the words of notices follow from the contract. */
export interface PhoneArea {
  readonly name: Area
  /** Pages below `/m`; all but the scan page and a card are loaded later. */
  readonly screens?: readonly { readonly path: string; readonly Screen: ComponentType }[]
  readonly tabs?: readonly PhoneTab[]
  /** Its parts on pages of other modules. */
  readonly parts?: readonly Part[]
  /** Where its records open, by entity. */
  readonly records?: Readonly<Record<string, string>>
}
