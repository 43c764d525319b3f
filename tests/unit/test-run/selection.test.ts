import { describe, expect, test } from 'vitest'
import { graphOf } from '../../../scripts/test/graph.ts'
import { modulesOf } from '../../../scripts/test/modules.ts'
import { select, unitTestsOf } from '../../../scripts/test/selection.ts'

const files = [
  { path: 'contract/kit/fields/field.ts', text: '' },
  { path: 'contract/calls/insight/board.ts', text: '' },
  ...['check', 'asset', 'place', 'service'].map((module) => ({
    path: `server/features/${module}/answers.ts`,
    text: `import '#contract/kit/fields/field.ts'${module === 'check' ? "\nimport '#contract/calls/insight/board.ts'" : ''}`,
  })),
  {
    path: 'server/features/answers.ts',
    text: ['check', 'asset', 'place', 'service'].map((module) => `import './${module}/answers.ts'`).join('\n'),
  },
  { path: 'src/features/check/page.tsx', text: '' },
  { path: 'src/desk.tsx', text: "import('#src/features/check/page.tsx')" },
  { path: 'tests/unit/board.test.ts', text: "import '#contract/calls/insight/board.ts'" },
  { path: 'tests/harness/people.ts', text: '' },
  { path: 'tests/api/check.test.ts', text: "'/eam/check/submit'" },
  { path: 'tests/api/families.test.ts', text: '' },
  { path: 'tests/api/location.test.ts', text: "'/eam/plc/location/submit'" },
  { path: 'tests/api/user.test.ts', text: "import '#tests/harness/people.ts'" },
  { path: 'server/runtime/listen.ts', text: '' },
  { path: 'server/runtime/process-life.ts', text: '' },
  { path: 'server/db/cluster/embedded.ts', text: '' },
  { path: 'server/main.ts', text: "import './runtime/listen.ts'" },
  { path: 'tests/runtime/clone.ts', text: "import '#server/db/cluster/embedded.ts'" },
  { path: 'tests/runtime/life.test.ts', text: "import './clone.ts'" },
  { path: 'tests/runtime/two-processes.test.ts', text: "import './clone.ts'\nimport '#server/runtime/listen.ts'" },
  { path: 'tests/desk/check.test.tsx', text: '' },
  { path: 'e2e/desk-check.spec.ts', text: "import './harness/desk-page.ts'" },
  { path: 'e2e/phone-check.spec.ts', text: "import './harness/phone.ts'" },
]
const graph = graphOf(files)
const choose = (changed: string[], more: object = {}) => {
  const { chosen, leftOut } = select({ changed, files, graph, times: {}, budget: 1000, workers: 2, ...more })
  return { chosen: chosen.map(({ file }) => file), leftOut: leftOut.map(({ file }) => file) }
}

describe('what a change can touch', () => {
  test('the module of a file is its folder, or the one folder that uses it; many make it part of the kit', () => {
    expect([...modulesOf('server/features/check/answers.ts', graph)]).toEqual(['check'])
    expect([...modulesOf('contract/calls/insight/board.ts', graph)]).toEqual(['check'])
    expect([...modulesOf('contract/kit/fields/field.ts', graph)]).toEqual(['kit'])
  })

  test('a module brings the API and desk tests of its module and the unit tests that reach it, and no browser', () => {
    expect(choose(['contract/calls/insight/board.ts']).chosen).toEqual(['tests/api/check.test.ts', 'tests/desk/check.test.tsx'])
    expect(unitTestsOf(['contract/calls/insight/board.ts'], graph)).toEqual(['tests/unit/board.test.ts'])
  })

  test('the kit brings the battery first and leaves out what does not fit', () => {
    expect(choose(['contract/kit/fields/field.ts']).chosen[0]).toBe('tests/api/families.test.ts')
    const { chosen, leftOut } = choose(['contract/kit/fields/field.ts'], { budget: 4 })
    expect(chosen).toEqual(['tests/api/families.test.ts'])
    expect(leftOut).toEqual([
      'tests/api/check.test.ts',
      'tests/api/location.test.ts',
      'tests/api/user.test.ts',
      'tests/desk/check.test.tsx',
    ])
  })

  test('a page of the desk brings its tests in both documents', () => {
    expect(choose(['src/features/check/page.tsx']).chosen).toEqual(['tests/desk/check.test.tsx', 'e2e/desk-check.spec.ts'])
  })

  test('a part of the tests brings the tests that use it, and a test itself', () => {
    expect(choose(['tests/harness/people.ts']).chosen).toEqual(['tests/api/user.test.ts'])
    expect(choose(['tests/api/location.test.ts']).chosen).toEqual(['tests/api/location.test.ts'])
  })

  test('the life of the process brings the tests of whole programs, the nearest first; a feature does not', () => {
    const whole = ['tests/runtime/life.test.ts', 'tests/runtime/two-processes.test.ts']
    const runtime = (changed: string[]) => choose(changed).chosen.filter((file) => file.startsWith('tests/runtime/'))
    expect(runtime(['server/runtime/listen.ts'])).toEqual(whole.toReversed())
    expect(runtime(['server/runtime/process-life.ts'])).toEqual(whole)
    expect(runtime(['server/main.ts'])).toEqual(whole)
    // By way of the clone that all of them start.
    expect(runtime(['server/db/cluster/embedded.ts'])).toEqual(whole)
    expect(runtime(['tests/runtime/clone.ts'])).toEqual(whole)
    expect(runtime(['tests/runtime/life.test.ts'])).toEqual(['tests/runtime/life.test.ts'])
    expect(runtime(['contract/kit/fields/field.ts', 'server/features/check/answers.ts', 'src/features/check/page.tsx'])).toEqual([])
  })
})
