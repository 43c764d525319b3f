import type { Entity } from '#contract/kit/entity/entity.ts'
import { type Option, useOptionsByIds } from '#src/data/hooks.ts'
import { useWords } from '#src/words/words.ts'

/** Returns the label of an option: its name, and for a retired row why it is no longer offered. */
export function useOptionLabel(): (option: Option) => string {
  const { word } = useWords()
  return ({ name, retired }) => (retired ? word(`pick.${retired}`, { name }) : name)
}

/** The chosen row as an option, for entities whose rows retire or say what tells them apart; undefined until it is known. */
export function useChosenOption(of: Entity, value: string | null | undefined): Option | undefined {
  const found = useOptionsByIds(of, (of.retired || of.about) && value ? [value] : [])
  return found.data?.find((one) => one.id === value)
}

/** The label of the chosen row where that row is retired; undefined otherwise. */
export function useRetiredLabel(of: Entity, value: string | null | undefined): string | undefined {
  const label = useOptionLabel()
  const chosen = useChosenOption(of, value)
  return chosen?.retired ? label(chosen) : undefined
}
