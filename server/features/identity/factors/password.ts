import { createHash } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hex SHA-256, as the log-in sends a password. */
export const digestOf = (password: string): string => createHash('sha256').update(password).digest('hex')

/** argon2id of the digest of a password. */
export const hashPassword = (digest: string): Promise<string> => hash(digest, cost)

let decoy: Promise<string> | undefined

/** Whether a digest belongs to a stored hash. Without a hash it takes as long, so that timing does not reveal which accounts exist. */
export async function passwordFits(stored: string | undefined, digest: string): Promise<boolean> {
  // What is no hash fits nothing: who was added and got no password yet.
  const known = stored?.startsWith('$argon2') ? stored : undefined
  decoy ??= hashPassword(digestOf('nobody'))
  const fits = await verify(known ?? (await decoy), digest)
  return known !== undefined && fits
}
