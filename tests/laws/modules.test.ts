import { describe, expect, test } from 'vitest'
import { importTargets } from '#contract/entities/import/import-job.ts'
import { importFacts } from '#contract/imports.ts'
import { verbsOf } from '#contract/kit/entity/entity.ts'
import { calls, entities, entityNamed, importCalls, machines, moduleFacts } from '#contract/registry.ts'
import { serverModules } from '#server/modules.ts'
import { unbrought, unlisted, unreachedFiles } from './module-laws.ts'
import { sourceFiles } from './source-files.ts'

const files = sourceFiles()
const entityBy = /=\s*entity\(\s*'(\w+)'/g
const callBy = /=\s*call\(\s*'([\w.]+)'/g

describe('modules', () => {
  test('every entity and every call of the contract is in exactly one manifest', () => {
    const entityNames = entities.map((of) => of.name)
    expect(unbrought(files, 'contract/entities/', entityBy, entityNames)).toEqual([])
    expect(
      unbrought(
        files,
        'contract/calls/',
        callBy,
        calls.map((of) => of.name),
      ),
    ).toEqual([])
    const planted = [...files, { path: 'contract/entities/iot/planted.ts', text: `export const planted = entity('planted', {})` }]
    expect(unbrought(planted, 'contract/entities/', entityBy, entityNames)).toEqual([
      'planted of contract/entities/iot/planted.ts is in no manifest',
    ])
    expect(unbrought(files, 'contract/entities/', entityBy, [...entityNames, 'device'])).toEqual(['device is in several manifests'])
  })

  test('a machine is brought with its entity', () => {
    const apart = moduleFacts.flatMap((module) =>
      (module.machines ?? [])
        .filter((on) => !module.entities?.some((of) => of.name === on.entity))
        .map((on) => `${module.name}: ${on.entity}`),
    )
    expect(apart).toEqual([])
    expect(machines.length).toBeGreaterThan(0)
  })

  test('every file that registers hooks or effects is reached from the module.ts of its module', () => {
    expect(unreachedFiles(files)).toEqual([])
    const planted = { path: 'server/features/check/planted.ts', text: `hook(checkTask, {})` }
    expect(unreachedFiles([...files, planted])).toEqual([
      'server/features/check/planted.ts registers something and module.ts does not reach it',
    ])
  })

  test.each([
    ['contract/modules/index.ts', /^contract\/modules\/(?!index)[\w-]+\.ts$/, 'contract/modules/planted.ts'],
    ['server/modules.ts', /^server\/features\/[\w-]+\/module\.ts$/, 'server/features/planted/module.ts'],
    ['src/app/desk/modules.ts', /^src\/features\/[\w-]+\/desk\.tsx$/, 'src/features/planted/desk.tsx'],
    ['src/app/phone/modules.ts', /^src\/features\/[\w-]+\/phone\.tsx$/, 'src/features/planted/phone.tsx'],
  ])('every manifest is in the list of its layer, %s', (list, isManifest, planted) => {
    expect(unlisted(files, list, isManifest)).toEqual([])
    expect(unlisted([...files, { path: planted, text: '' }], list, isManifest)).toEqual([`${planted} is not in ${list}`])
  })

  test('a call is answered by the module that declares it', () => {
    const home = new Map(moduleFacts.flatMap((module) => (module.calls ?? []).map((of) => [of.name, module.name] as const)))
    for (const of of Object.values(importCalls)) for (const { name } of Object.values(of)) home.set(name, 'import')
    const elsewhere = serverModules.flatMap((module) =>
      (module.answers ?? []).filter(({ of }) => home.get(of.name) !== module.name).map(({ of }) => `${module.name} answers ${of.name}`),
    )
    expect(elsewhere).toEqual([])
  })

  test('names are declared once over the modules', () => {
    const twice = (names: readonly string[]) => names.filter((name, index) => names.indexOf(name) !== index)
    expect(twice(moduleFacts.map((module) => module.name))).toEqual([])
    expect(twice(moduleFacts.flatMap((module) => Object.keys(module.notices?.kinds ?? {})))).toEqual([])
    expect(twice(serverModules.flatMap((module) => (module.jobs ?? []).map((job) => job.name)))).toEqual([])
    expect(twice(serverModules.flatMap((module) => (module.openWork ?? []).map((work) => work.as)))).toEqual([])
  })

  test('calls that hold secrets are named as they are called', () => {
    const named = new Set([...calls.map((of) => of.name), ...entities.flatMap((of) => verbsOf(of).map((verb) => `${of.name}.${verb}`))])
    const secrets = moduleFacts.flatMap((module) => module.secretCalls ?? [])
    expect(secrets.filter((name) => !named.has(name))).toEqual([])
    expect(secrets.length).toBeGreaterThan(15)
  })

  test('what can be imported is said by the modules', () => {
    expect(Object.keys(importFacts).sort()).toEqual(Object.keys(importTargets).sort())
  })

  test('a row that an import creates needs no more than its name', () => {
    const asked = moduleFacts.flatMap(({ name, importCreates }) =>
      (importCreates ?? []).map(entityNamed).flatMap((of) =>
        Object.entries(of.fields)
          .filter(([key, field]) => field.required && !field.readOnly && key !== (of.nodeTitle ?? of.title))
          .filter(([, field]) => !(field.kind === 'choice' && field.initial))
          .map(([key]) => `${name}: ${of.name}.${key}`),
      ),
    )
    // A place has the level that it stands at; people get an account that cannot sign in, and the role of a keeper.
    expect(asked).toEqual(['place: location.level', 'identity: user.account', 'identity: user.role'])
    expect(
      moduleFacts.flatMap((module) => (module.importCreates ?? []).filter((name) => entityNamed(name).module !== module.name)),
    ).toEqual([])
  })
})
