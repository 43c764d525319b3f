import { randomBytes } from 'node:crypto'

const letters = '0123456789abcdefghjkmnpqrstvwxyz'

/** Twelve base32 characters (60 random bits) for a printed label; without i, l, o and u, which are misread. */
export function labelToken(): string {
  return [...randomBytes(12)].map((byte) => letters[byte & 31]).join('')
}
