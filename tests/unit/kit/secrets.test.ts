import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { keyOf, newKey, seal, unseal } from '#server/kit/access/secrets.ts'

const [first, second] = [keyOf(newKey())!, keyOf(newKey())!]
const place = { tenantId: '100002', purpose: 'test', rowId: 'a' }

describe('a secret key', () => {
  test('is 32 bytes in base64 or hex, and its name is the same in both', () => {
    const bytes = randomBytes(32)
    const [hex, base64] = [keyOf(bytes.toString('hex')), keyOf(bytes.toString('base64'))]
    expect(hex).toEqual(base64)
    expect(hex!.id).toMatch(/^[0-9a-f]{8}$/)
    expect(bytes.toString('hex')).not.toContain(hex!.id)
    for (const wrong of [
      '',
      'secret',
      randomBytes(16).toString('hex'),
      randomBytes(31).toString('base64'),
      randomBytes(33).toString('base64'),
    ])
      expect(keyOf(wrong)).toBeUndefined()
  })
})

describe('a sealed secret', () => {
  test('opens with its key in its place, and looks different every time', () => {
    const one = seal([first], place, '密码 word')
    expect(unseal([second, first], place, one)).toBe('密码 word')
    expect(one.keyId).toBe(first.id)
    expect(one.sealed.includes('word')).toBe(false)
    expect(seal([first], place, '密码 word').sealed).not.toEqual(one.sealed)
  })

  test.each([
    ['tenant', { tenantId: '100003' }],
    ['purpose', { purpose: 'other' }],
    ['row', { rowId: 'b' }],
  ])('does not open in another %s', (_, moved) => {
    expect(() => unseal([first], { ...place, ...moved }, seal([first], place, 'x'))).toThrow(/changed or belongs elsewhere/)
  })

  test('does not open when a bit of it was changed, or with another key of the same name', () => {
    const { keyId, sealed } = seal([first], place, 'x')
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed)
      changed[at] = changed[at]! ^ 1
      expect(() => unseal([first], place, { keyId, sealed: changed })).toThrow(/changed or belongs elsewhere/)
    }
    expect(() => unseal([first], place, { keyId, sealed: sealed.subarray(0, 20) })).toThrow(/changed or belongs elsewhere/)
    expect(() => unseal([{ id: first.id, bytes: second.bytes }], place, { keyId, sealed })).toThrow(/changed or belongs elsewhere/)
  })

  test('whose key is missing is refused in words that name the key', () => {
    expect(() => unseal([second], place, seal([first], place, 'x'))).toThrow(
      expect.objectContaining({ code: 'rule', parameters: expect.objectContaining({ en: expect.stringContaining(first.id) }) }),
    )
  })
})
