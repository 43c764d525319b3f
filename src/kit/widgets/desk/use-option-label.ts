import type { Entity } from '#contract/kit/entity.ts'
import { type Option, useOptionsByIds } from '#src/data/hooks.ts'
import { useWords } from '#src/words/words.ts'

/** Returns the label of an option: its name, and for a retired row why it is no longer offered. */
export function useOptionLabel(): (option: Option) => string {
  const { word } = useWords()
  return ({ name, retired }) => (retired ? word(`pick.${retired}`, { name }) : name)
}

/** The label of the chosen row where that row is retired; undefined otherwise. */
export function useRetiredLabel(of: Entity, value: string | null | undefined): string | undefined {
  const label = useOptionLabel()
  const found = useOptionsByIds(of, of.retired && value ? [value] : [])
  const option = found.data?.find((one) => one.id === value)
  return option?.retired ? label(option) : undefined
}
