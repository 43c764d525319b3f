import { deviceCards } from '#contract/measures/device-cards.ts'

/** The list of the devices that totals count: all but disposed ones. */
export const standingList = `${deviceCards.page}?${new URLSearchParams(deviceCards.usually)}`
