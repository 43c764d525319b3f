import { expect, test } from 'vitest'
import { out, plain } from '#contract/kit/entity/answer.ts'
import { type Call, call } from '#contract/kit/entity/call.ts'
import { calls, entities, moduleFacts } from '#contract/registry.ts'
import { changesOfCall, subjectOf } from '#src/data/call-changes.ts'

const everything: Readonly<Record<string, string>> = Object.assign({}, ...moduleFacts.map((of) => of.changesEverything))
const names = new Set(entities.map((of) => of.name))

/** Writing calls whose changes are unknown: no declaration, no entity, no reading call of the same subject, and no reason to ask everything. */
function unknownChanges(all: readonly Call[]): string[] {
  const read = new Set(all.filter((of) => !of.writes).map((of) => subjectOf(of.name)))
  return all.flatMap((of) => {
    if (!of.writes || Object.hasOwn(everything, of.name)) return []
    const what = changesOfCall(of, (name) => names.has(name), everything)
    const isKnown = what && (!('subject' in what) || read.has(what.subject))
    return isKnown ? [] : [of.name]
  })
}

test('every writing call says what it changes, or it follows from its name or right', () => {
  expect(unknownChanges(calls)).toEqual([])
  const facts = {
    zh: '物',
    en: 'Thing',
    module: 'asset',
    method: 'POST',
    path: '/x',
    writes: true,
    answers: plain({ n: out.number }),
    input: {},
  } as const
  const planted = [call('thing.move', { ...facts, may: 'session' }), call('other.move', { ...facts, may: 'device.submit' })]
  expect(unknownChanges([...calls, ...planted])).toEqual(['thing.move'])
})

test('calls after which everything is asked again are few, write, give a reason and declare nothing else', () => {
  const listed = Object.entries(everything)
  expect(listed.length).toBeLessThanOrEqual(13)
  for (const [name, reason] of listed) {
    const of = calls.find((one) => one.name === name)
    expect(of?.writes, name).toBe(true)
    expect(of?.changes, name).toBeUndefined()
    expect(reason.length, name).toBeGreaterThan(20)
  }
})
