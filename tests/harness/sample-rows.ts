import type { Entity } from '#contract/kit/entity/entity.ts'
import { urlsOf } from '#contract/kit/entity/entity.ts'
import { entityNamed } from '#contract/registry.ts'
import type { Client } from './app-for-test.ts'
import { draftFields, draftOf, type Links } from './factories.ts'
import { familyFacts } from './family-facts.ts'
import { home } from './hospitals.ts'

/** Ids of one row per family of the small hospital, made from the declarations when first asked for. */
export interface SampleRows {
  /** Rows for every link that a draft of the family or one of its lines may set, by entity. */
  linksOf(of: Entity): Promise<Links>
}

/** The only factory of linked rows in a database; `admin` writes them. Throws when a family refuses its own sample. */
export function sampleRows(admin: () => Promise<Client>): SampleRows {
  // Departments and people of the small hospital exist: people have no plain draft, and departments decide who sees a row.
  const made = new Map<string, Promise<string>>([
    ['dept', Promise.resolve(home.depts.bones)],
    ['user', Promise.resolve(home.users.keeper)],
  ])
  let seed = 0
  const rowOf = (name: string): Promise<string> => {
    const known = made.get(name) ?? make(entityNamed(name))
    made.set(name, known)
    return known
  }
  const make = async (of: Entity): Promise<string> => {
    const client = await admin()
    const links = await linked(of, (field) => field.required === true)
    const draft = draftOf(of, ++seed, { links, give: familyFacts[of.name]?.give?.(seed, false) })
    const answer = await client.post(urlsOf(of, 'submit')[0]!, draft)
    if (!answer.success) throw new Error(`${of.name}: ${answer.status} ${answer.msg}`)
    return answer.data.id as string
  }
  const linked = async (of: Entity, wanted: (field: { required?: boolean }) => boolean): Promise<Links> => {
    const targets = draftFields(of).flatMap(([, field]) => (field.kind === 'link' && wanted(field) ? [field.to] : []))
    const entries: [string, string][] = []
    for (const target of new Set(targets)) entries.push([target, await rowOf(target)])
    return Object.fromEntries(entries)
  }
  return {
    async linksOf(of) {
      const own = await linked(of, () => true)
      for (const line of of.lines ?? []) if (!line.readOnly) Object.assign(own, await linked(entityNamed(line.entity), () => true))
      return own
    },
  }
}
