import { searchForm } from '#contract/kit/text/one-writing.ts'
import { nameForm } from '#contract/kit/text/pinyin.ts'

/** Searching among the options of a picker by what they are called, in any width and case. */
export const byLabel = {
  filterOption: (typed: string, option?: { readonly label?: unknown }): boolean =>
    nameForm(String(option?.label ?? '')).includes(searchForm(typed).trim()),
}
