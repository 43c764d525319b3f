import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest()

/** CBOR of what authenticators write: integers, text, bytes and maps. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, n: number): Buffer =>
    n < 24
      ? Buffer.from([(major << 5) | n])
      : n < 256
        ? Buffer.from([(major << 5) | 24, n])
        : Buffer.from([(major << 5) | 25, n >> 8, n & 255])
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const entries = [...value].flatMap(([key, one]) => [cbor(key), cbor(one as Buffer)])
  return Buffer.concat([head(5, value.size), ...entries])
}

/** What a page may have got wrong, or an attacker wants it to say. */
export interface Odd {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  readonly counter?: number
  /** The person was there, but did not show who they are. */
  readonly isUnverified?: boolean
  readonly type?: string
}

interface Asked {
  readonly challenge: string
}

/** A passkey in software: attestation "none", ES256. `counts`: it counts its uses, as security keys do. */
export function authenticator(site: { readonly origin: string; readonly rpId: string }, counts = true) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const { x, y } = publicKey.export({ format: 'jwk' }) as { x: string; y: string }
  const key = cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
  let used = 0
  const clientData = (type: string, { challenge }: Asked, odd: Odd): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: odd.type ?? type,
        challenge: odd.challenge ?? challenge,
        origin: odd.origin ?? site.origin,
        crossOrigin: false,
      }),
    )
  const authData = (odd: Odd, flags: number, ...more: Buffer[]): Buffer => {
    used += counts ? 1 : 0
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(odd.counter ?? used)
    const verified = odd.isUnverified ? 0 : 4
    return Buffer.concat([sha256(odd.rpId ?? site.rpId), Buffer.from([1 | verified | flags]), counter, ...more])
  }
  const named = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key', clientExtensionResults: {} }
  return {
    id: named.id,
    /** What the browser answers when it has made the passkey. */
    make(asked: Asked, odd: Odd = {}): string {
      const data = clientData('webauthn.create', asked, odd)
      const auth = authData(odd, 64, Buffer.alloc(16), Buffer.from([0, id.length]), id, key)
      const attestation = cbor(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', auth],
        ]),
      )
      const response = {
        clientDataJSON: data.toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      }
      return JSON.stringify({ ...named, response })
    },
    /** What the browser answers when the passkey was asked. */
    show(asked: Asked, odd: Odd = {}): string {
      const data = clientData('webauthn.get', asked, odd)
      const auth = authData(odd, 0)
      const signature = createSign('sha256').update(auth).update(sha256(data)).sign(privateKey)
      const response = {
        clientDataJSON: data.toString('base64url'),
        authenticatorData: auth.toString('base64url'),
        signature: signature.toString('base64url'),
      }
      return JSON.stringify({ ...named, response })
    },
  }
}
