import { taggedLists } from '#contract/calls/asset/device-lists.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { Measure } from '#contract/kit/figures/measure.ts'
import type { Words } from '#contract/kit/words.ts'
import { deviceCards } from '#contract/measures/device-cards.ts'
import type { MeasureLine } from '#src/kit/chart/measure-lines.ts'

/** The page about one department, category or location: the call with its devices, and the grouping of the report that leads there. */
export interface ReportDetail extends Words {
  readonly of: (typeof taggedLists)['deptDetail' | 'categoryDetail' | 'assetsDetail']
  readonly group: string
}

/** The detail pages of reports, by the parameter that names what each is about. */
export const reportDetails: Readonly<Record<string, ReportDetail>> = {
  useDepartmentId: { zh: '科室设备明细', en: 'Department devices', of: taggedLists.deptDetail, group: 'useDept' },
  categoryId: { zh: '医疗器械分类明细', en: 'Device class details', of: taggedLists.categoryDetail, group: 'classify' },
  locationId: { zh: '位置设备明细', en: 'Location details', of: taggedLists.categoryDetail, group: 'location' },
  assetsId: { zh: '资产分类明细', en: 'Asset category details', of: taggedLists.assetsDetail, group: 'assetsCategory' },
}

/** The address of the detail pages, and of the printed form of a report or a detail page. */
export const detailPath = '/form/eam/report-detail'
export const printPath = '/form/eam/report-print'

/** What a detail page is about and which rows it shows, as its address says. */
export interface AskedDetail extends ReportDetail {
  readonly parameter: string
  readonly id: string
  /** The filters of the report, without the one that names the row. */
  readonly filters: Readonly<Record<string, string>>
}

/** Reads the address of a detail page; undefined where it names nothing. Disposed cards are left out as in the report. */
export function readDetail(search: URLSearchParams): AskedDetail | undefined {
  const [parameter, detail] = Object.entries(reportDetails).find(([name]) => search.get(name)) ?? []
  if (!parameter || !detail) return undefined
  const { filters: names, period, usually, of } = deviceCards
  const wires = [...names.map((name) => wireName(name, of.fields[name])), `${period}_ge`, `${period}_le`]
  const given = wires.flatMap((wire) => (wire !== detailWire(detail) && search.get(wire) ? [[wire, search.get(wire)!]] : []))
  return { ...detail, parameter, id: search.get(parameter)!, filters: { ...usually, ...Object.fromEntries(given) } }
}

/** The same address for another page. */
export const addressOf = ({ parameter, id, filters }: AskedDetail, page: string): string =>
  `${page}?${new URLSearchParams({ [parameter]: id, ...filters })}`

/** The filter of the report that names the row of a detail page. */
export const detailWire = ({ group }: ReportDetail): string => {
  const { by } = deviceCards.groups[group as keyof typeof deviceCards.groups]
  return wireName(by, deviceCards.of.fields[by])
}

/** The detail page of a group, with the other filters of the report; undefined for groups without one. */
export function detailAddress(of: Measure, group: string, { key, filter, part }: MeasureLine): string | undefined {
  const [parameter, detail] = Object.entries(reportDetails).find(([, one]) => one.group === group) ?? []
  if (of.name !== deviceCards.name || !parameter || !detail || key === null || !filter || part !== undefined) return undefined
  const { [detailWire(detail)]: _, ...others } = filter
  return `${detailPath}?${new URLSearchParams({ [parameter]: key, ...others })}`
}
