import { searchForm } from '#contract/kit/text/one-writing.ts'
import { nameForm } from '#contract/kit/text/pinyin.ts'
import type { Option } from '#src/data/hooks.ts'

interface Found<O> {
  readonly data?: readonly O[] | undefined
  readonly isPlaceholderData: boolean
}

/**
 * The options of a picker for the typed text. `found`: the result for `asked`, the debounced text. Until the result for `typed` arrives, earlier
 * options are filtered by what they show (case-insensitive), because Enter takes the first one.
 */
export function offered<O extends Option>({ data = [], isPlaceholderData }: Found<O>, asked: string, typed: string): readonly O[] {
  if (asked === typed && !isPlaceholderData) return data
  const part = searchForm(typed).trim()
  return data.filter(({ name, about = [] }) => [name, ...about].some((text) => nameForm(text).includes(part)))
}
