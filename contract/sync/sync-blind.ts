/**
 * The data of a blind check for a phone, GET /api/sync/blind-codes: the codes of every card of the tenant as salted hashes. They cover the
 * whole register, not the book of the check, so that guessing codes (numbers are sequential) reveals that a card exists, but neither
 * content nor size of the book. With them, an offline phone recognises the second code of a device that it has recorded by the first.
 */
export interface BlindCodes {
  epoch: string
  /** Different for each check, so that the lists of two checks cannot be compared. Hex, 16 bytes. */
  salt: string
  /** Changes with the register; if the request contains the current one, the answer omits the codes. */
  stamp: string
  /**
   * Base64. One group per card, in random order: a byte with the number of its codes, then `HASH_BYTES` for each. Absent if the stamp is
   * current. Empty for a register of more than `BLIND_CARDS` cards; the server then finds duplicate records itself.
   */
  codes?: string
}

/** Number of leading bytes of sha-256 over the salt and the code as `codeKey` writes it. */
export const HASH_BYTES = 8
/** Maximum number of cards, so that a list stays below the 3 MB that a phone may have to load. */
export const BLIND_CARDS = 60_000
