import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { entities } from '#contract/registry.ts'
import { kindOf, moduleOf } from '../../../scripts/test/kinds.ts'

describe('the kind of a test file', () => {
  test('every module with entities has test files that are named after it or an entity, so none is counted as kit', () => {
    for (const { module, name } of entities) {
      if (['file', 'client', 'dataScope'].includes(name)) continue
      const file = `tests/api/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.test.ts`
      expect(`${file} ${moduleOf(file)}`).toBe(`${file} ${module}`)
      expect(moduleOf(`tests/api/${module}-acts.test.ts`)).toBe(module)
    }
  })

  test('the longest beginning decides; bodies and plurals make no difference', () => {
    const modules = {
      'tests/api/device.test.ts': 'asset',
      'tests/api/device-apply.test.ts': 'custody',
      'tests/api/depreciation-sets.test.ts': 'ledger',
      'tests/api/ambulance-check.test.ts': 'check',
      'tests/api/shared-pool.test.ts': 'pool',
      'tests/api/flow-faults.test.ts': 'flow',
      'tests/api/import-end.test.ts': 'import',
      'e2e/disposal-walk.spec.ts': 'disposal',
      'e2e/phone-repair.spec.ts': 'service',
      'e2e/labels.spec.ts': 'label',
      'e2e/boards.spec.ts': 'insight',
    }
    expect(Object.keys(modules).filter((file) => !existsSync(file))).toEqual([])
    expect(Object.fromEntries(Object.keys(modules).map((file) => [file, moduleOf(file)]))).toEqual(modules)
  })

  test('what belongs to no module is the kit, what walks over the registry grows with every family', () => {
    for (const file of ['tests/api/idempotency.test.ts', 'tests/api/file-limit.test.ts', 'tests/api/sync-pull.test.ts', 'e2e/axe.spec.ts'])
      expect([file, kindOf(file)]).toEqual([file, 'kit'])
    expect(kindOf('tests/api/disposal.test.ts')).toBe('module')
    expect(kindOf('tests/api/families.test.ts')).toBe('battery')
    expect(kindOf('tests/api/tenant-isolation.test.ts')).toBe('every family')
  })
})
