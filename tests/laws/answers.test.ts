import { describe, expect, test } from 'vitest'
import type { Shape } from '#contract/kit/answer.ts'
import { calls } from '#contract/registry.ts'
import { faultsOf } from '#tests/harness/answer-faults.ts'
import { sourceFiles } from './source-files.ts'

/** Where a shape leaves open what stands there. */
function open(shape: Shape, at: string): string[] {
  if (shape.is === 'anything') return [at]
  if (shape.is === 'either') return shape.of.flatMap((one) => open(one, at))
  if (shape.is === 'object' || shape.is === 'tree' || shape.is === 'with')
    return Object.entries(shape.fields).flatMap(([name, part]) => ('is' in part ? open(part, `${at}.${name}`) : []))
  if (shape.is === 'nullable' || shape.is === 'optional' || shape.is === 'list' || shape.is === 'map') return open(shape.of, at)
  return []
}

describe('answers', () => {
  test('are declared: only rows whose entity the caller names have an open shape', () => {
    const found = calls.filter((of) => of.answers.kind !== 'file').flatMap((of) => open(of.answers.shape, of.name))
    expect(found.sort()).toEqual([
      'flow.detail.tree',
      'flow.versions.tree',
      'log.apiDetail.changes',
      'sync.pack.columns.values',
      'sync.pull.changes.row',
      'sync.pullMany.changes.row',
      'sync.push.results.current',
    ])
  })

  test('no page types the answer of a call by hand', () => {
    const typed = sourceFiles().flatMap(({ path, text }) =>
      path.startsWith('src/') && !path.startsWith('src/data/') && /\b(useCall|useAction|invoke)</.test(text) ? [path] : [],
    )
    expect(typed).toEqual([])
  })

  test('a missing, an unknown and a wrong part of an answer are found', () => {
    const schema = {
      type: 'object',
      properties: { id: { type: 'string' }, on: { type: ['integer', 'null'], enum: [0, 1, null] } },
      required: ['id'],
    }
    expect(faultsOf(schema, { id: 'a', on: null }, 'row')).toEqual([])
    expect(faultsOf({ type: 'array', items: schema }, [{ on: 2, more: 1 }], 'rows')).toEqual([
      'rows[0].id is missing',
      'rows[0].on is 2',
      'rows[0].more is not declared',
    ])
    expect(faultsOf({ anyOf: [schema, { type: 'null' }] }, 'text', 'row')).toEqual(['row is string and not object'])
  })
})
