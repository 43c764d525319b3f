import { searchForm } from '#contract/kit/one-writing.ts'

/** Searching among the options of a picker by what they are called, in any width and case. */
export const byLabel = {
  filterOption: (typed: string, option?: { readonly label?: unknown }): boolean =>
    searchForm(String(option?.label ?? '')).includes(searchForm(typed).trim()),
}
