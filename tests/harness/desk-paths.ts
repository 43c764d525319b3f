import { readdirSync, readFileSync } from 'node:fs'
import type { MenuItem } from '#contract/kit/module.ts'
import { menu } from '#contract/menu.ts'
import { entityNamed } from '#contract/registry.ts'

const leaves = (items: readonly MenuItem[]): MenuItem[] => items.flatMap((item) => (item.children ? leaves(item.children) : [item]))

/** The paths that the files of a layer declare. */
const declaredIn = (body: 'desk' | 'phone'): string[] =>
  readdirSync('src/features').flatMap((module) => {
    const file = `src/features/${module}/${body}.tsx`
    const text = readdirSync(`src/features/${module}`).includes(`${body}.tsx`) ? readFileSync(file, 'utf8') : ''
    const families = [...text.matchAll(/\bfamilyModule\('\w+', '([^']+)'/g)].flatMap(([, path]) => [path!, `${path}/:id`])
    return [...[...text.matchAll(/\bpath: '([^']+)'/g)].map(([, path]) => path!), ...families]
  })

/** The pages of the desk that modules declare, by their paths, `:id` in the place of a record. */
export const declaredPaths = (): string[] => [...new Set(declaredIn('desk'))]

/** The lists of the menu that are derived from their entity: no module declares a page of its own for them. */
export const derivedLists = (): MenuItem[] => {
  const declared = new Set(declaredPaths())
  return leaves(menu).filter(({ path, entity }) => entity !== undefined && !declared.has(path))
}

/** Every page of the desk by its path: those that modules declare, and those that the menu derives from entities. */
export const deskPaths = (): string[] => [...new Set([...declaredPaths(), ...leaves(menu).map(({ path }) => path)])]

/** Every screen of the phone by its path below `/m`. */
export const phonePaths = (): string[] => [...new Set(declaredIn('phone'))]

/** Where the rows are listed that a page of the desk shows one of: by the menu item above it. */
export const listBehind = (path: string): string | undefined => {
  const item = leaves(menu).find((one) => one.path === path.slice(0, path.indexOf('/:')))
  return item?.entity && `/api${[entityNamed(item.entity).path].flat()[0]}/list`
}
