/** The titles of the panels of hand-overs on the first page, for the manifest and the panels. */
export const homeCustody = {
  out: { zh: '借出未还', en: 'Devices on loan' },
  uses: { zh: '每月交接', en: 'Hand-overs per month' },
} as const
