import { menu, pagesOf } from '../menu.ts'
import { entityNamed, measures } from '../registry.ts'
import type { Subject } from './meaning.ts'
import { subjectTerms } from './terms.ts'

/** The page of the measures. */
const reportPage = '/eam/report'

const items = pagesOf(menu)

/** The lists that have names in the table of terms, each with its page: that of a measure, else that of the menu. */
const lists: readonly (Subject & { readonly kind: 'list' })[] = [...new Set(Object.keys(subjectTerms).map((names) => names.split('/')[1]!))]
  .filter((name) => name !== '-')
  .map((name) => {
    const page = measures.find(({ of }) => of.name === name)?.page ?? items.find(({ entity }) => entity === name)?.path
    if (!page) throw new Error(`no page lists ${name}`)
    return { kind: 'list', of: entityNamed(name), page }
  })

/** The entity whose list the menu item of the measures asks for. */
const reportsNeed = items.find(({ path }) => path === reportPage)?.entity

/**
 * The measures and lists that people with these rights may ask about: measures for those who may open their page. A measure of a chosen row is
 * none of them.
 */
export function askSubjects(rights: ReadonlySet<string>): Subject[] {
  const mayList = (name: string | undefined): boolean => name === undefined || rights.has(`${name}.list`)
  return [
    ...measures
      .filter(({ of, needs }) => !needs && mayList(reportsNeed) && mayList(of.name))
      .map((of): Subject => ({ kind: 'measure', of })),
    ...lists.filter(({ of }) => mayList(of.name)),
  ]
}
