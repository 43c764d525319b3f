import { call } from '../../kit/entity/call.ts'
import { logout } from './session.ts'

/** Signing out as a POST, as front ends of the given calls without a page of their own for it make it. */
export const logoutByPost = call('session.logoutByPost', {
  zh: '退出',
  en: 'Sign out',
  module: 'identity',
  method: 'POST',
  path: '/blade-auth/logout',
  may: 'session',
  writes: true,
  changes: [],
  answers: logout.answers,
  input: {},
})
