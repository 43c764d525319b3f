// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { virtualNickName } from '#contract/roles.ts'
import { isVirtual } from '#src/app/desk/session/virtual-user.ts'

it('[SHELL-GUARD-4A] the nickname of the virtual user, and no other, is held to the boards', () => {
  expect(isVirtual({ nickName: virtualNickName })).toBe(true)
  for (const nickName of [null, '', `${virtualNickName}1`, '护士']) expect(isVirtual({ nickName })).toBe(false)
  expect(isVirtual(undefined)).toBe(false)
})
