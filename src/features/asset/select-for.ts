/** What a device can be chosen for: the page that opens with it. */
export const selectedFor = {
  card: '/form/eam/dev-card',
  accessories: '/form/eam/accessory-dev-card',
  measure: '/form/eam/dev-measure',
  depreciation: '/form/eam/dev-depreciation-details',
} as const
export type SelectedFor = keyof typeof selectedFor

/** The page where a device is chosen for a purpose. */
export const selectAddress = (purpose: SelectedFor): string => `/form/eam/dev-select?for=${purpose}`

/** The page that opens with a chosen device; its card where the address names no purpose that is known. */
export const addressWith = (purpose: string | null, id: string): string =>
  purpose !== null && Object.hasOwn(selectedFor, purpose) ? `${selectedFor[purpose as SelectedFor]}?id=${id}` : `/eam/device/${id}`
