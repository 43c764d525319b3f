import { createECDH, createPublicKey, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { encryptPush, isPoint, keyPairOf, newKeyPair, pushAuthorization } from '#server/features/notice/push/encrypt.ts'

const bytes = (text: string): Buffer => Buffer.from(text, 'base64url')

test('a message is encrypted as in the example of RFC 8291', () => {
  const own = createECDH('prime256v1')
  own.setPrivateKey(bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'))
  const browser = {
    key: bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
    secret: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  }
  const made = encryptPush('When I grow up, I want to be a watermelon', browser, bytes('DGv6ra1nlYgDCS1FRnbzlw'), own)
  expect(made.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test('no two messages share their key', () => {
  const { publicKey } = newKeyPair()
  const browser = { key: publicKey, secret: Buffer.alloc(16, 7) }
  expect(encryptPush('一样', browser).equals(encryptPush('一样', browser))).toBe(false)
})

test('only points of the curve are keys of a browser', () => {
  const { publicKey, privateKey } = newKeyPair()
  expect(isPoint(publicKey)).toBe(true)
  expect(isPoint(Buffer.alloc(65, 4))).toBe(false)
  expect(isPoint(publicKey.subarray(0, 64))).toBe(false)
  expect(privateKey).toHaveLength(32)
  expect(keyPairOf(privateKey).publicKey.equals(publicKey)).toBe(true)
})

test('a request is signed for the host of its push server, for twelve hours', () => {
  const pair = newKeyPair()
  const said = pushAuthorization(pair, 'https://push.example/send/abc?d=1', 'https://ward.example', 1_000_000)
  const [, head, claims, signature, key] = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(said)!
  expect(JSON.parse(bytes(head!).toString())).toEqual({ typ: 'JWT', alg: 'ES256' })
  expect(JSON.parse(bytes(claims!).toString())).toEqual({ aud: 'https://push.example', exp: 1000 + 12 * 3600, sub: 'https://ward.example' })
  const point = bytes(key!)
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url')) as [string, string]
  const opened = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } })
  expect(verify('sha256', Buffer.from(`${head}.${claims}`), { key: opened, dsaEncoding: 'ieee-p1363' }, bytes(signature!))).toBe(true)
})
