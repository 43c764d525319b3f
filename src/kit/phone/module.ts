import type { ComponentType } from 'react'
import type { ModuleName } from '#contract/kit/entity/entity.ts'
import type { Part } from '#src/kit/parts.tsx'
import type { WordKey } from '#src/words/words.ts'
import type { icons } from './icons.tsx'

/** A tab of the bottom bar. */
export interface PhoneTab {
  readonly to: string
  readonly icon: keyof typeof icons
  readonly label: WordKey
  /** First path segments that belong to the tab, in addition to its own. */
  readonly more?: readonly string[]
  /** Position in the bar, from the left. */
  readonly order: number
  /** A badge with a number, and its label for screen readers. */
  readonly count?: { readonly use: () => number; readonly label: WordKey }
}

/** A module's contribution to the phone. Ops that phones may queue and the words of notices are derived from the contract. */
export interface PhoneModule {
  readonly name: ModuleName
  /** Pages below `/m`; all but the scan page and the device card are loaded lazily. */
  readonly screens?: readonly { readonly path: string; readonly Screen: ComponentType }[]
  readonly tabs?: readonly PhoneTab[]
  /** Parts on pages of other modules. */
  readonly parts?: readonly Part[]
  /** Addresses of the module's records, by entity. */
  readonly records?: Readonly<Record<string, string>>
}
