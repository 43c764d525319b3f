import type { PhoneModule } from '../module.ts'
import { later } from '../store/lazy-load.ts'
import type { FamilyPages } from './family-pages.tsx'

/**
 * What a module says to place the pages of a family: the name of its entity, its address, and how its pages are loaded, with the first page or part. Refused
 * steps lead to their row.
 */
export function familyModule(
  entity: string,
  path: string,
  load: () => Promise<FamilyPages>,
): Required<Pick<PhoneModule, 'screens' | 'parts' | 'records'>> {
  const [OnCard, Link, Day] = [
    later(() => load().then((of) => of.OnCard)),
    later(() => load().then((of) => of.Link)),
    later(() => load().then((of) => of.Day)),
  ]
  const Queued = later(() => load().then((of) => of.Queued))
  const name = entity
  return {
    screens: [
      { path, Screen: later(() => load().then((of) => of.List)) },
      { path: `${path}/:id`, Screen: later(() => load().then((of) => of.Record)) },
    ],
    parts: [
      { at: 'card.news', name, Part: OnCard },
      { at: 'me.links', name, Part: Link },
      { at: 'scan.day', name, Part: Day },
      { at: `queue.${entity}`, name, Part: Queued },
    ],
    records: { [entity]: path },
  }
}
