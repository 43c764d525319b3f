import { describe, expect, test } from 'vitest'
import { logout } from '#contract/calls/identity/session.ts'
import { buttons } from '#contract/calls/settings/session-menu.ts'
import { calls, entities, machines } from '#contract/registry.ts'
import { rights } from '#contract/rights.ts'
import { type DefaultRole, defaultRoles, expand } from '#contract/roles.ts'
import { answer, callRoutes, familyRoutes, stepRoutes } from '#server/kit/family.ts'
import { answers } from '#server/modules.ts'
import { doubleUrls, unanswered, unchoosable, ungranted, unguarded } from './route-laws.ts'

/** Calls that anybody may make. */
const open = [
  // Calendar programs cannot sign in: the secret in the address names the person.
  'due.feedFile',
  // Sensors sign in with a credential of their own.
  'sensor.telemetry',
  'session.token',
  'session.refresh',
  'session.captcha',
  'registration.add',
  'registration.addFederated',
  'session.ways',
  'session.help',
  'session.federatedBegin',
  'session.forgot',
  'session.resetForgotten',
  'hospital.info',
]
/** Calls with routes of their own: the open ones, the phone's, and the contents of files. */
const elsewhere = new Set([...open, ...calls.filter(({ name }) => /^(sync|file)\./.test(name)).map(({ name }) => name)])
/** Given calls that change data by GET. */
const writingGets = [
  'device.fileByTag',
  'device.erase',
  'serviceOrder.reminder',
  'serviceOrder.reminderWait',
  'session.logout',
  'session.clearCache',
]

const roles = Object.values(defaultRoles as Record<string, DefaultRole>)
const routes = [...familyRoutes(), ...stepRoutes(), ...callRoutes(answers, elsewhere)]
const known = new Set(rights.keys())

describe('routes', () => {
  test('every route asks for a right that exists, or for a session', () => {
    expect(unguarded(routes, known)).toEqual([])
    expect(unguarded([{ name: 'planted', may: 'public' }], known)).toEqual(['planted asks for “public”'])
  })

  test('the open calls are these and no others', () => {
    expect(calls.filter((of) => of.may === 'public').map((of) => of.name)).toEqual(open)
  })

  test('every step that is not inner and every verb has its route', () => {
    expect(routes.filter(({ read, write }) => !read === !write).map(({ name }) => name)).toEqual([])
  })

  test('every call has one answer that reads or writes as it says', () => {
    expect(unanswered(calls, answers, elsewhere)).toEqual([])
    const wrong = [answer(logout, { read: () => ({ queries: [], answer: () => ({ signedOut: true }) }) })]
    expect(unanswered([logout, buttons], [...wrong, ...wrong], new Set())).toEqual([
      'session.buttons has no answer',
      'session.logout is answered twice',
      'session.logout says it writes and does not',
      'session.logout says it writes and does not',
    ])
    expect(unanswered([], wrong, new Set())).toContain('session.logout is not declared')
  })

  test('no URL is answered twice', () => {
    const all = [...routes, ...calls.filter((of) => elsewhere.has(of.name)).map((of) => ({ ...of, urls: [of.path].flat() }))]
    expect(doubleUrls(all)).toEqual([])
    expect(doubleUrls([...routes, { name: 'planted', method: 'GET', urls: ['/eam/device/list'] }])).toEqual([
      'GET /eam/device/list: device.list and planted',
    ])
  })

  test('only the given calls change data by GET', () => {
    expect(routes.filter(({ method, write }) => method === 'GET' && write).map(({ name }) => name)).toEqual(writingGets)
    expect(calls.filter(({ method, writes }) => method === 'GET' && writes).map(({ name }) => name)).toEqual(writingGets)
  })
})

describe('rights', () => {
  test('every right is granted to a default role', () => {
    const grants = roles.map((role) => expand(role.may))
    expect(ungranted(rights.keys(), grants)).toEqual([])
    expect(ungranted(['device.list', 'planted.fly'], grants)).toEqual(['planted.fly'])
  })

  test('every pattern of a default role names a right', () => {
    expect(roles.flatMap((role) => role.may.filter((pattern) => expand([pattern]).length === 0))).toEqual([])
    expect(expand(['planted.*'])).toEqual([])
  })

  test('default roles may list what their forms ask them to choose, or the form leaves it out', () => {
    const found = Object.entries(defaultRoles as Record<string, DefaultRole>).flatMap(([name, { may }]) =>
      unchoosable(expand(may), entities, machines).map((field) => `${name}: ${field}`),
    )
    // Optional fields: a form asks them only of people who may list their rows.
    expect(found.sort()).toEqual(['warehouse_keeper: partReservation.maintenance', 'warehouse_keeper: purchasePlan.budget'])
    expect(unchoosable(['purchaseInvoice.submit', 'purchaseOrder.list', 'purchaseOrderLine.list'], entities, machines)).toEqual([
      'purchaseInvoice.instalments',
    ])
  })

  test('the wall screen may look at the boards and at nothing else', () => {
    expect(expand(defaultRoles.virtual.may)).toEqual(['board.list'])
  })
})
