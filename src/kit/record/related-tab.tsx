import { lazy } from 'react'
import { type Entity, headingOf, rightOf } from '#contract/kit/entity/entity.ts'
import type { Words } from '#contract/kit/words.ts'
import { entityNamed } from '#contract/registry.ts'
import type { Row } from '#src/data/hooks.ts'
import type { RecordTab } from './record-tab.ts'

interface Facts extends Partial<Words> {
  /** The link of the rows to the record. */
  readonly by: string
  readonly order: number
  /** Name in the address; that of the entity if absent. */
  readonly name?: string
  /** Default columns, if they differ from those of the entity's own list. */
  readonly columns?: readonly string[]
}

/** A tab on the page of a record with the rows of an entity that link to it. */
export function relatedTab(rows: Entity, { by, order, name = rows.name, columns, ...words }: Facts): RecordTab {
  const link = rows.fields[by]
  if (link?.kind !== 'link') throw new Error(`${rows.name}.${by} is no link`)
  const { title } = entityNamed(link.to)
  return {
    ...headingOf(rows),
    ...words,
    of: link.to,
    name,
    order,
    may: rightOf(rows, 'list'),
    counts: { of: rows.name, by },
    Tab: lazy(async () => {
      const { RelatedRows } = await import('./related-list.tsx')
      return {
        default: ({ row }: { readonly row: Row }) => (
          <RelatedRows
            of={rows}
            columns={columns}
            fixed={{ [`${by}Id`]: row.id }}
            initial={{ [`${by}Id`]: row.id, [`${by}Name`]: row[title] }}
          />
        ),
      }
    }),
  }
}
