import { expect, it } from 'vitest'
import { passwordProblem } from '#contract/password-rules.ts'

it('[SHELL-VAL-PWD-3] an empty password is asked for', () => {
  expect(passwordProblem('')?.zh).toBe('请输入密码')
})

it.each([
  ['[SHELL-VAL-PWD-5]', 'abcDEF'],
  ['[SHELL-VAL-PWD-6]', 'abc123'],
  ['[SHELL-VAL-PWD-7]', 'ABC123'],
  ['[SHELL-VAL-PWD-8]', 'aB1!cd'],
])('%s %s mixes enough', (_id, password) => {
  expect(passwordProblem(password)).toBeUndefined()
})

it.each(['abcdef', 'ABCDEF', '123456', '!!!???', 'abc!!!'])('%s mixes too little', (password) => {
  expect(passwordProblem(password)?.zh).toContain('密码较弱')
})
