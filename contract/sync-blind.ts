/**
 * What a phone is told for a blind check, GET /api/sync/blind-codes: the codes of every card of the tenant as salted hashes. They are made of the
 * register, not of the book of the check, so that who guesses codes (numbers follow each other) learns that a card exists and nothing of the book, its
 * size included. With them a phone without a network knows the second code of a thing that it has recorded by the first.
 */
export interface BlindCodes {
  epoch: string
  /** Of this check alone: the lists of two checks cannot be compared. Hex, 16 bytes. */
  salt: string
  /** Changes with the register; asked with it, the answer leaves out what the phone has. */
  stamp: string
  /**
   * Base64. One group for each card, in an order of chance: a byte that says how many codes it has, then `HASH_BYTES` of each. Absent: as the stamp says.
   * Empty for a register of more than `BLIND_CARDS` cards; the server then finds duplicate records itself.
   */
  codes?: string
}

/** The first bytes of sha-256 over the salt and the code as `codeKey` writes it. */
export const HASH_BYTES = 8
/** Cards of a register at most, so that a list stays under the 3 MB that a phone is asked to load. */
export const BLIND_CARDS = 60_000
