import { createCipheriv, createECDH, createPrivateKey, type ECDH, hkdfSync, type JsonWebKey, randomBytes, sign } from 'node:crypto'

/** The curve of push messages and their signatures (RFC 8291, RFC 8292). */
const curve = 'prime256v1'
/** One record holds a whole message. */
const recordBytes = 4096
const tagBytes = 16
/** Seconds for which a signature holds; servers refuse more than a day. */
const signedFor = 12 * 3600

/** A key pair of this installation: 32 bytes and the uncompressed point of 65. */
export interface KeyPair {
  readonly privateKey: Buffer
  readonly publicKey: Buffer
}

/** A new key pair. */
export function newKeyPair(): KeyPair {
  const made = createECDH(curve)
  const publicKey = made.generateKeys()
  // A private key with leading zeros is shorter.
  return { privateKey: Buffer.concat([Buffer.alloc(32), made.getPrivateKey()]).subarray(-32), publicKey }
}

/** The key pair of a private key. Throws if it is none. */
export function keyPairOf(privateKey: Buffer): KeyPair {
  const made = createECDH(curve)
  made.setPrivateKey(privateKey)
  return { privateKey, publicKey: made.getPublicKey() }
}

/** Whether bytes are a point of the curve that a secret can be agreed with. */
export function isPoint(key: Buffer): boolean {
  const own = createECDH(curve)
  own.generateKeys()
  try {
    own.computeSecret(key)
    return key[0] === 4
  } catch {
    return false
  }
}

const derive = (key: Buffer, salt: Buffer, info: Buffer | string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, bytes))

function fresh(): ECDH {
  const made = createECDH(curve)
  made.generateKeys()
  return made
}

/**
 * Encrypts a message for a browser as one record of `aes128gcm` (RFC 8291): only the browser reads it. `salt` and `own` are those of the message, new
 * with each. Throws for a browser key that is no point of the curve.
 */
export function encryptPush(
  text: string,
  browser: { readonly key: Buffer; readonly secret: Buffer },
  salt: Buffer = randomBytes(16),
  own = fresh(),
): Buffer {
  const publicKey = own.getPublicKey()
  const shared = own.computeSecret(browser.key)
  const agreed = derive(shared, browser.secret, Buffer.concat([Buffer.from('WebPush: info\0'), browser.key, publicKey]), 32)
  const cipher = createCipheriv(
    'aes-128-gcm',
    derive(agreed, salt, 'Content-Encoding: aes128gcm\0', 16),
    derive(agreed, salt, 'Content-Encoding: nonce\0', 12),
    { authTagLength: tagBytes },
  )
  const sizes = Buffer.alloc(5)
  sizes.writeUInt32BE(recordBytes)
  sizes.writeUInt8(publicKey.length, 4)
  // The byte 2 ends the last record.
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.update(Buffer.from([2])), cipher.final(), cipher.getAuthTag()])
  return Buffer.concat([salt, sizes, publicKey, sealed])
}

const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The `Authorization` of a request to a push server (RFC 8292). `contact`: where its operator reaches the sender. */
export function pushAuthorization({ privateKey, publicKey }: KeyPair, endpoint: string, contact: string, now = Date.now()): string {
  const [x, y] = [publicKey.subarray(1, 33), publicKey.subarray(33)].map((part) => part.toString('base64url'))
  const key = createPrivateKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y, d: privateKey.toString('base64url') } as JsonWebKey })
  const claims = { aud: new URL(endpoint).origin, exp: Math.floor(now / 1000) + signedFor, sub: contact }
  const signed = `${base64({ typ: 'JWT', alg: 'ES256' })}.${base64(claims)}`
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')
  return `vapid t=${signed}.${signature}, k=${publicKey.toString('base64url')}`
}
