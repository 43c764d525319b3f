import { useMemo } from 'react'
import type { DictionaryChoices } from '#contract/kit/dictionary.ts'
import type { Entity } from '#contract/kit/entity.ts'
import { type FieldViewRow, fieldViewEntity } from '#contract/kit/field-view.ts'
import { type View, viewOf } from '#contract/kit/view.ts'
import { pulledRows, useStored } from './local-data.ts'

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
