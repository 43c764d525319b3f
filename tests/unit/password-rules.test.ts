import { describe, expect, it, test } from 'vitest'
import { changeProblems, passwordProblem, phoneProblem } from '#contract/password-rules.ts'

describe('a new password', () => {
  it('[SHELL-VAL-PWD-3] is asked for', () => expect(passwordProblem('')?.zh).toBe('请输入密码'))
  it('[SHELL-VAL-PWD-2] has six characters of any kind', () => {
    expect(passwordProblem('aB1!x')?.zh).toBe('密码长度不能少于6位')
    expect(passwordProblem('aB1😀😀')?.zh).toBe('密码长度不能少于6位')
  })
  test.each(['abcdef', '123456', 'ABCDEF', '!!!!!!', 'abc!@#'])('[SHELL-VAL-PWD-4] %s is weak', (weak) =>
    expect(passwordProblem(weak)?.zh).toBe('密码较弱'),
  )
  test.each(['abcDEF', 'abc123', 'ABC123', 'aB1!cd'])(
    '[SHELL-VAL-PWD-5] [SHELL-VAL-PWD-6] [SHELL-VAL-PWD-7] [SHELL-VAL-PWD-8] %s is one',
    (good) => expect(passwordProblem(good)).toBeUndefined(),
  )
  it('is as long as a tenant asks for, and 128 characters at most', () => {
    expect(passwordProblem('abc1234', 8)?.zh).toBe('密码长度不能少于8位')
    expect(passwordProblem('abc12345', 8)).toBeUndefined()
    expect(passwordProblem('a1'.repeat(64))).toBeUndefined()
    expect(passwordProblem(`${'a1'.repeat(64)}x`)?.en).toMatch(/at most 128/)
  })
  it('[SHELL-VAL-PWD-1] [SHELL-VAL-PWD-9] [SHELL-VAL-PWD-10] reports each part by itself', () => {
    const given = { oldPassword: 'Old2026', newPassword: 'New2026', newPassword1: 'New2026' }
    const said = (change: Partial<typeof given>) =>
      Object.fromEntries(Object.entries(changeProblems({ ...given, ...change })).map(([part, { zh }]) => [part, zh]))
    expect(said({})).toEqual({})
    expect(said({ oldPassword: '', newPassword: '', newPassword1: '' })).toEqual({
      oldPassword: '原密码不能为空',
      newPassword: '新密码不能为空',
      newPassword1: '确认密码不能为空',
    })
    expect(said({ oldPassword: '', newPassword: 'abcdef' })).toEqual({
      oldPassword: '原密码不能为空',
      newPassword: '密码较弱',
      newPassword1: '两次密码输入不一致',
    })
    expect(said({ oldPassword: 'New2026' })).toEqual({ newPassword: '新密码不能与原密码相同' })
  })
})

it('[SHELL-VAL-PHONE-1] [SHELL-VAL-PHONE-2] a phone has eleven digits', () => {
  expect(phoneProblem('')?.zh).toBe('手机号码不能为空')
  for (const wrong of ['1380000000', '138000000000']) expect(phoneProblem(wrong)?.zh).toBe('手机号码长度不为11位')
  expect(phoneProblem('1380000000a')).toBeDefined()
  expect(phoneProblem('13800000000')).toBeUndefined()
})
