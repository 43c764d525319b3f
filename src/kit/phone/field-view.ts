import { useMemo } from 'react'
import type { DictionaryChoices } from '#contract/kit/dictionary.ts'
import type { Entity } from '#contract/kit/entity.ts'
import { type FieldViewRow, fieldViewEntity } from '#contract/kit/field-view.ts'
import { type View, viewOf } from '#contract/kit/view.ts'
import { pulledRows, useStored } from './local-data.ts'

const useFieldViewRow = (): FieldViewRow | null | undefined =>
  useStored(async (of) => (await pulledRows<FieldViewRow>(of, fieldViewEntity))[0] ?? null, [])

/** The choices of a dictionary as this phone pulled them last; undefined until it has. */
export function useDictionary(code: string): DictionaryChoices | undefined {
  return useFieldViewRow()?.dictionaries[code]
}

/** An entity as the hospital sees it, by what this phone pulled last; as it is declared before the first pull. */
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
