import { lazy } from 'react'
import { matchPath } from 'react-router-dom'
import { menu, pagesOf } from '#contract/menu.ts'
import { entityNamed } from '#contract/registry.ts'
import type { DeskPage } from '#src/kit/desk-module.ts'
import { deskModules } from './modules.ts'

const embed: DeskPage = {
  path: '/myiframe/:code',
  title: { zh: '外部页面', en: 'External page' },
  Page: lazy(async () => ({ default: (await import('./embed-page.tsx')).EmbedPage })),
}

/** Pages that are more than a family's list, form and record. */
const special: readonly DeskPage[] = [embed, ...deskModules.flatMap((module) => module.pages ?? [])]

const plain = (name: string): DeskPage['Page'] =>
  lazy(async () => {
    const { PlainPage } = await import('./plain-page.tsx')
    const of = entityNamed(name)
    return { default: () => <PlainPage of={of} /> }
  })

/** Every page of the desk by path: the special ones, and one for each family that is only a menu item. */
export const pages: readonly DeskPage[] = [
  ...special,
  ...pagesOf(menu).flatMap(({ path, entity }) =>
    entity && !special.some((page) => page.path === path) ? [{ path, group: path, Page: plain(entity) }] : [],
  ),
]

export interface FoundPage {
  readonly page: DeskPage
  readonly params: Readonly<Record<string, string | undefined>>
}

/** The page of an address and its path parameters, or nothing. */
export function pageAt(pathname: string): FoundPage | undefined {
  for (const page of pages) {
    const match = matchPath({ path: page.path, end: true }, pathname)
    if (match) return { page, params: match.params }
  }
  return undefined
}
