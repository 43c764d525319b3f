/** Days of a card that are shown as past once they are. */
export const deviceEnds: ReadonlySet<string> = new Set(['warrantyEnd', 'ownershipEnd'])
