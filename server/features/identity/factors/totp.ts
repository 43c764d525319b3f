import { createHmac, timingSafeEqual } from 'node:crypto'

/** Seconds that a code is for, and how many digits it has, as every authenticator assumes. */
const stepS = 30
const digits = 6
/** Steps that clocks may differ by. */
const drift = 1

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Base32 without padding, as authenticators take a secret. */
export function base32(bytes: Buffer): string {
  let [text, held, bits] = ['', 0, 0]
  for (const byte of bytes) {
    held = (held << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += alphabet[(held >> bits) & 31]
    }
    held &= (1 << bits) - 1
  }
  return bits > 0 ? text + alphabet[(held << (5 - bits)) & 31] : text
}

/** The step that a moment belongs to. */
export const stepAt = (at: number): number => Math.floor(at / 1000 / stepS)

/** The code of a step (RFC 6238 with HMAC-SHA-1). `secret`: its bytes. */
export function codeOf(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const offset = hash.at(-1)! & 15
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0')
}

/** The step whose code was typed, within the drift of clocks; undefined when none fits. */
export function stepOfCode(secret: Buffer, typed: string, at: number): number | undefined {
  if (!/^\d{6}$/.test(typed)) return undefined
  const steps = Array.from({ length: 2 * drift + 1 }, (_, index) => stepAt(at) - drift + index)
  return steps.find((step) => timingSafeEqual(Buffer.from(codeOf(secret, step)), Buffer.from(typed)))
}

/** What an authenticator reads from a QR code. */
export const otpAddress = (secret: Buffer, account: string, issuer: string): string =>
  `otpauth://totp/${encodeURIComponent(`${issuer}:${account}`)}?${new URLSearchParams({ secret: base32(secret), issuer, algorithm: 'SHA1', digits: String(digits), period: String(stepS) })}`
