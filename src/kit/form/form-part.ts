import { createContext, useContext } from 'react'
import type { FieldMap } from '#contract/kit/fields/field.ts'
import type { Row, Saved } from '#src/data/hooks.ts'

/** What a module's part above the fields of a form gets (slot `<entity>.form`); it stands inside the form. */
export interface FormPart {
  /** The row to change; absent for a new one. */
  readonly row: Row | undefined
  /** What is saved with a new row without being asked for, such as its kind. */
  readonly given: Readonly<Record<string, unknown>>
  /** The fields that the hospital shows. */
  readonly fields: FieldMap
  /** Fills inputs as if they were typed, by wire name, with the titles of links. */
  readonly fill: (values: Readonly<Record<string, unknown>>) => void
  /** Adds lines by wire names, with the titles of their links, in place of empty ones. `as`: the name of the lines. */
  readonly addLines: (as: string, lines: readonly Readonly<Record<string, unknown>>[]) => void
  /** The lines in the form, by wire names. `as`: the name of the lines. */
  readonly linesOf: (as: string) => readonly Readonly<Record<string, unknown>>[]
  /** Sets what follows once the row is saved; undefined for nothing. */
  readonly afterwards: (work: ((saved: Saved) => Promise<void>) | undefined) => void
}

type Fill = FormPart['fill']

/** How parts above the fields of a dialog fill its inputs. */
export const Filling = createContext<Fill>(() => {})

/** Fills inputs of the dialog around, by wire name, as if they were typed. */
export const useFill = (): Fill => useContext(Filling)
