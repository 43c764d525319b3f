import { createHash, randomBytes } from 'node:crypto'

/** What is stored of a secret: it is random and long, or known to all anyway, so that a plain hash is enough. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** A random secret of 24 bytes, as text. */
export const newSecret = (): string => randomBytes(24).toString('base64url')
