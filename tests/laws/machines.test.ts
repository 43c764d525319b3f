import { describe, expect, test } from 'vitest'
import { entity, verbs } from '#contract/kit/entity/entity.ts'
import { anyBut, before as backTo, type Machine, machine } from '#contract/kit/entity/machine.ts'
import { choice, link, text } from '#contract/kit/fields/field.ts'
import { entities, machines, moduleFacts } from '#contract/registry.ts'
import {
  doubleSteps,
  finalStates,
  unreachable,
  wrongNotices,
  wrongReturns,
  wrongScopeKind,
  wrongSets,
  wrongStates,
} from './machine-laws.ts'

const label = { zh: '物', en: 'Thing' }
const planted = entity('planted', {
  ...label,
  module: 'asset',
  path: '/planted',
  title: 'state',
  table: 'tenant',
  fields: { state: choice({ ...label, initial: 'a', of: { a: label, b: label, c: label, d: label } }) },
})
const step = { ...label, may: 'planted.go', input: {} }
const flow = machine(planted, 'state', {
  go: { ...step, from: ['a'], to: 'b' },
  back: { ...step, from: ['b'], to: backTo('go') },
  lose: { ...step, from: anyBut('c', 'd'), to: 'c', inner: true, may: undefined },
})

describe('machines', () => {
  test('every state is reached from the initial one', () => {
    expect(unreachable(machines)).toEqual([])
    expect(unreachable([flow])).toEqual(['planted.state=d'])
  })

  test('every state but the ends that the manifest of its module names can be left', () => {
    const left = moduleFacts.map(({ name, machines: own = [] }) => [name, finalStates(own).sort()])
    expect(moduleFacts.map(({ name, ends = [] }) => [name, [...ends].sort()])).toEqual(left)
    expect(finalStates([flow])).toEqual(['planted.state=c', 'planted.state=d'])
  })

  test('steps name states of their machine and lead somewhere new', () => {
    expect(wrongStates(machines)).toEqual([])
    const wrong = {
      ...flow,
      steps: { far: { ...step, from: ['a'], to: 'z' }, still: { ...step, from: ['a'], to: 'a' }, never: { ...step, from: [], to: 'b' } },
    }
    expect(wrongStates([wrong as Machine])).toEqual([
      'planted.state.far names z',
      'planted.state.still leads to where it starts',
      'planted.state.never starts from nowhere',
    ])
  })

  test('a step goes back before a step that leads there', () => {
    expect(wrongReturns(machines)).toEqual([])
    const wrong = {
      ...flow.steps,
      lost: { ...step, from: ['c'], to: backTo('vanish') },
      again: { ...step, from: ['a'], to: backTo('back') },
      elsewhere: { ...step, from: ['d'], to: backTo('go') },
    }
    expect(wrongReturns([{ ...flow, steps: wrong } as Machine])).toEqual([
      'planted.state.lost goes back before vanish, which does not exist',
      'planted.state.again goes back before back, which goes back itself',
      'planted.state.elsewhere goes back before go, which leads to b',
    ])
  })

  test('step names and URLs are unique over the machines of an entity, and no verbs', () => {
    expect(doubleSteps(machines, verbs)).toEqual([])
    const second = { ...flow, field: 'other', steps: { go: { ...step, from: ['a'], to: 'b' }, submit: { ...step, from: ['a'], to: 'b' } } }
    expect(doubleSteps([flow, second as Machine], verbs)).toEqual(['planted.go', '/planted/go', 'planted.other.submit is a verb'])
  })

  test('what a person may ask for has a right, what steps raise has none', () => {
    expect(wrongScopeKind(machines)).toEqual([])
    const wrong = { open: { ...step, may: undefined, from: ['a'], to: 'b' }, hidden: { ...step, inner: true, from: ['a'], to: 'b' } }
    expect(wrongScopeKind([{ ...flow, steps: wrong } as Machine])).toEqual([
      'planted.state.open asks for no right',
      'planted.state.hidden is inner and has a right, a URL or many',
    ])
  })

  test('a step sets fields of its row to what it knows', () => {
    expect(wrongSets(machines, entities)).toEqual([])
    const filled = { ...planted, fields: { ...planted.fields, by: link({ ...label, to: 'user' }), why: text({ ...label, max: 9 }) } }
    const sets = { byId: 'now', why: 'said.reason', state: 'none', far: 1, by: 'me' } as const
    expect(wrongSets([{ ...flow, steps: { go: { ...step, from: ['a'], to: 'b', sets } } } as Machine], [filled])).toEqual([
      'planted.state.go sets byId to a moment',
      'planted.state.go sets why to said.reason',
      'planted.state.go sets state, which is not its to set',
      'planted.state.go sets far, which is not its to set',
      'planted.state.go sets by, which is not its to set',
    ])
  })

  test('a step tells people of its row in words that are there', () => {
    const kinds = moduleFacts.flatMap(({ notices }) => Object.keys(notices?.kinds ?? {}))
    expect(wrongNotices(machines, entities, kinds)).toEqual([])
    const tells = { kind: 'planted_gone', users: ['state'], holders: 'planted.go', detail: 'why' }
    const scoped = { ...planted, scope: { own: 'state' } }
    expect(wrongNotices([{ ...flow, steps: { go: { ...step, from: ['a'], to: 'b', tells } } } as Machine], [scoped], kinds)).toEqual([
      'planted.state.go tells planted_gone, which no manifest has',
      'planted.state.go repeats state',
      'planted.state.go repeats why',
      'planted.state.go tells state',
      'planted.state.go tells holders of no department',
    ])
  })
})
