import { useQuery } from '@tanstack/react-query'
import { device } from '#contract/entities/asset/device/device.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { openFigures } from '#contract/kit/figures/measure.ts'
import { deviceCards } from '#contract/measures/device-cards.ts'
import { invoke, type Query } from '#src/data/client.ts'
import type { Row } from '#src/data/hooks.ts'
import { language } from '#src/data/language.ts'
import { useMeasure } from '#src/data/measure.ts'
import { type AskedDetail, detailWire, type ReportDetail } from './report-details.ts'

const columns = ['deviceName', 'deviceCode', 'deviceModel', 'useDept', 'location', 'eamStatus', 'enableDate', 'originalValue'] as const

/** The columns of a detail page that the hospital shows; not what all its rows have in common. */
export const detailColumns = (view: View, { group }: ReportDetail): (typeof columns)[number][] =>
  columns.filter((name) => name in view.fields && name !== group)

const most = 2000
const size = 200

const queryOf = (view: View, asked: AskedDetail): Query => ({
  ...asked.filters,
  [asked.parameter]: asked.id,
  columns: detailColumns(view, asked)
    .map((name) => wireName(name, device.fields[name]!))
    .join(),
})

/** One page of the devices that a detail page is about. */
export function useDetailRows(view: View, asked: AskedDetail, page: { readonly current: number; readonly size: number }) {
  const query = { ...queryOf(view, asked), ...page }
  return useQuery({
    queryKey: ['call', asked.of.name, asked.parameter, query, language()],
    queryFn: ({ signal }) => invoke(asked.of, { query, signal }),
  })
}

/** All of them for paper, at most the first 2,000. */
export function useAllDetailRows(view: View | undefined, asked: AskedDetail) {
  return useQuery({
    queryKey: ['call', asked.of.name, asked.parameter, 'all', asked.id, asked.filters, language()],
    enabled: view !== undefined,
    queryFn: async ({ signal }) => {
      const found: Row[] = []
      for (let current = 1; ; current++) {
        const page = await invoke(asked.of, { query: { ...queryOf(view!, asked), current, size }, signal })
        found.push(...page.records)
        if (current >= page.pages || found.length >= most) return { rows: found, total: page.total }
      }
    },
  })
}

/** The figures of the same devices, with the name of what they are about. */
export function useDetailFigures(view: View, asked: AskedDetail) {
  const figures = openFigures(deviceCards, view)
  const answer = useMeasure(deviceCards, { ...asked.filters, [detailWire(asked)]: asked.id, group: asked.group, figures: figures.join() })
  const found = answer.isPlaceholderData ? undefined : answer.data
  return { found, figures, name: found?.rows.find(({ key }) => key === asked.id)?.name ?? undefined }
}
