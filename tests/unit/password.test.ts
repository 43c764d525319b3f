import { expect, test } from 'vitest'
import { digestOf, hashPassword, passwordFits } from '#server/features/identity/factors/password.ts'
import { guessable, guessProblem } from '#server/features/identity/factors/password-policy.ts'
import { isLeaked } from '#server/kit/access/leaked.ts'

test('a password is stored as argon2id, 19 MiB and two passes, with a salt of its own', async () => {
  const [one, two] = await Promise.all([hashPassword(digestOf('Blue-Tram-41')), hashPassword(digestOf('Blue-Tram-41'))])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(two)
  expect(await passwordFits(one, digestOf('Blue-Tram-41'))).toBe(true)
  expect(await passwordFits(one, digestOf('Blue-Tram-42'))).toBe(false)
  expect(await passwordFits('!', digestOf('nobody'))).toBe(false)
})

test('the list of leaked passwords holds the 10,000 most common ones and more that the rule of the document would let through', () => {
  for (const leaked of ['123456', 'password', 'Passw0rd', 'ABC123', 'qwerty123']) expect([leaked, isLeaked(leaked)]).toEqual([leaked, true])
  for (const fine of ['Blue-Tram-41', ' abc123 ', 'ward2026']) expect([fine, isLeaked(fine)]).toEqual([fine, false])
})

test('words of a name are those of four signs, Chinese ones in every place', () => {
  expect(guessable('St. Mary Hospital 2')).toEqual(['mary', 'hospital'])
  expect(guessable('江城市第一人民医院')).toEqual(['江城市第', '城市第一', '市第一人', '第一人民', '一人民医', '人民医院'])
  expect(guessable('医院100002')).toEqual(['100002', '医院'])
  expect(guessable('a')).toEqual([])
  expect(guessProblem('第一人民医院-7a', ['江城市第一人民医院'])?.zh).toContain('不能包含')
  expect(guessProblem('Correct-Horse-7', ['江城市第一人民医院', 'chief'])).toBeUndefined()
})
