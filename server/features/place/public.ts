import { randomBytes } from 'node:crypto'

const letters = '0123456789abcdefghjkmnpqrstvwxyz'

/** A token of twelve base32 characters (60 random bits) for a printed label; without i, l, o and u, which are misread. */
export function labelToken(): string {
  return [...randomBytes(12)].map((byte) => letters[byte & 31]).join('')
}

export { costText, returnParts, spendParts } from './order-parts.ts'
export { keepForOrder, type PartsOrder, releaseParts, reservedBy } from './order-reservations.ts'
export { stockCause } from './stock-cause.ts'
export { chargeOf, stockOf, stockWith, valueText } from './stock-value.ts'
