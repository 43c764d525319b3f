import { useCallback } from 'react'
import { useWords } from '#src/words/words.ts'
import { leaves, useMenu } from '../menu.ts'
import { pageAt } from '../pages.tsx'
import type { Tab } from './tab.ts'

/** Answers what a tab says: a name in its query, its own label, the menu's name, or the page's title. */
export function useTabNames(): (tab: Tab) => string {
  const { say } = useWords()
  const menu = useMenu()
  return useCallback(
    (tab) => {
      const asked = new URLSearchParams(tab.query).get('name')
      const page = pageAt(tab.value)?.page
      const inMenu = leaves(menu.data ?? []).find((node) => node.path === tab.value)?.name
      return asked || tab.label || inMenu || (page?.title ? say(page.title) : tab.value)
    },
    [menu.data, say],
  )
}
