import { device } from '#contract/entities/asset/device/device.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { pageSizes } from '#src/kit/list/list-state.ts'

export const benefitPath = '/eam/device-benefit'
export const benefitPrintPath = '/form/eam/device-benefit-print'

/** What the page of benefit shows, as its address says. */
export interface BenefitState {
  readonly by: 'device' | 'useDept' | 'classify'
  readonly year: number
  readonly entered: string | undefined
  readonly filters: Readonly<Record<string, string>>
  readonly current: number
  readonly size: number
}

/** Reads the address; unknown parts are what is usual. */
export function readBenefit(search: URLSearchParams, view: View, today: string): BenefitState {
  const wires = [
    ...(['useDept', 'classify'] as const).filter((name) => name in view.fields).map((name) => wireName(name, device.fields[name])),
    'keyword',
  ]
  const year = Math.trunc(Number(search.get('year')))
  return {
    by: (['useDept', 'classify'] as const).find((one) => one === search.get('by') && one in view.fields) ?? 'device',
    year: year >= 2000 && year <= 2100 ? year : Number(today.slice(0, 4)),
    entered: ['0', '1'].find((one) => one === search.get('entered')),
    filters: Object.fromEntries(wires.flatMap((wire) => (search.get(wire) ? [[wire, search.get(wire)!]] : []))),
    current: Math.max(1, Math.trunc(Number(search.get('current'))) || 1),
    size: pageSizes.find((one) => String(one) === search.get('size')) ?? pageSizes[0],
  }
}

/** The address of a state, or the same for the printed form. */
export function benefitAddress({ by, year, entered, filters, current, size }: BenefitState, page = benefitPath): string {
  const more = { ...(entered ? { entered } : {}), ...(current > 1 ? { current: String(current) } : {}) }
  return `${page}?${new URLSearchParams({ by, year: String(year), ...filters, ...more, size: String(size) })}`
}
