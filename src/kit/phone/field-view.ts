import { useMemo } from 'react'
import type { Entity } from '#contract/kit/entity/entity.ts'
import { type View, viewOf } from '#contract/kit/entity/view.ts'
import type { DictionaryChoices } from '#contract/kit/fields/dictionary.ts'
import { type FieldViewRow, fieldViewEntity } from '#contract/kit/fields/field-view.ts'
import { pulledRows, useStored } from './store/local-data.ts'

const useFieldViewRow = (): FieldViewRow | null | undefined =>
  useStored(async (of) => (await pulledRows<FieldViewRow>(of, fieldViewEntity))[0] ?? null, [])

/** The choices of a dictionary from the last pull; undefined before the first. */
export function useDictionary(code: string): DictionaryChoices | undefined {
  return useFieldViewRow()?.dictionaries[code]
}

/** The hospital's view of an entity from the last pull; as declared before the first. */
export function useFieldView<E extends Entity>(of: E): View<E> {
  const row = useFieldViewRow()
  return useMemo(
    () =>
      viewOf(
        of,
        row?.config.filter(({ entity }) => entity === of.name),
        row?.custom.filter(({ entity }) => entity === of.name),
        undefined,
        (code) => row?.dictionaries[code],
      ),
    [of, row],
  )
}
