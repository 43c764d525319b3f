import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listSums } from '#contract/calls/settings/list-sums.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { isSummed } from '#contract/kit/fields/summed.ts'
import { invoke } from '#src/data/client.ts'

/** Sums over all rows that a search finds, by field; undefined while loading or when the list has none. */
export function useListSums(
  view: View,
  criteria: Readonly<Record<string, string>>,
  isOn: boolean,
): Readonly<Record<string, string>> | undefined {
  const { ascs: _, descs: __, ...asked } = criteria
  const has = Object.entries(view.fields).some(([name, field]) => isSummed(view, name, field))
  const query = { entity: view.entity.name, search: new URLSearchParams(asked).toString() }
  return useQuery({
    // A key of the entity, so that sums are invalidated together with the rows.
    queryKey: ['entity', view.entity.name, 'sums', query],
    queryFn: ({ signal }) => invoke(listSums, { query, signal }),
    enabled: has && isOn,
    placeholderData: keepPreviousData,
  }).data?.sums
}
