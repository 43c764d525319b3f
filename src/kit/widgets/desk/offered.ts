import type { Option } from '#src/data/hooks.ts'

interface Found<O> {
  readonly data?: readonly O[] | undefined
  readonly isPlaceholderData: boolean
}

/**
 * What a picker offers for what is typed, when `found` answers to `asked`, which is what was typed when typing last paused. Until the answer comes it
 * offers of what was found before only what has the typed part in its name, in any letter case: Enter takes the first of what is offered.
 */
export function offered<O extends Option>({ data = [], isPlaceholderData }: Found<O>, asked: string, typed: string): readonly O[] {
  if (asked === typed && !isPlaceholderData) return data
  const part = typed.trim().toLowerCase()
  return data.filter(({ name }) => name.toLowerCase().includes(part))
}
