import { describe, expect, test } from 'vitest'
import type { ProcessRule } from '#contract/kit/entity/process-rule.ts'
import { entities, machines, moduleFacts, processRules } from '#contract/registry.ts'
import { idleReasons, scopedTables, waysRound, wrongRules } from './scope-laws.ts'
import { sourceFiles } from './source-files.ts'

const files = sourceFiles()
const homeOf = (entity: string) => moduleFacts.find((module) => module.entities?.some((of) => of.name === entity))?.name
const tables = scopedTables(entities, homeOf)

/** Files that lock or write rows under a data scope by hand, and why. */
const known: Readonly<Record<string, string>> = {
  'server/jobs/log-months.ts': 'old rows go by their age, in every tenant',
  'server/features/check/posting/dept-steps.ts': 'the figure of the check that taskFor has found within the scope',
  'server/features/flow/course/writers.ts': 'what phones read of an approval whose document this transaction has locked and changed',
  'server/features/import/work/job-rows.ts': 'a process writes the progress of the import it works on',
  'server/features/settings/dictionary-save.ts':
    'dictionaries are rows of the tenant or of all, with no data scope; its table is one of two',
  'server/features/identity/people/duty-end.ts': 'people of the system duty, in the transaction that ends the duties',
  'server/features/notice/announcement-sending.ts': 'notices of an announcement that its hooks have locked, or that is due',
  'server/features/identity/federated/registration-answers.ts': 'a person added in the same transaction',
  'server/features/settings/custom-field-hooks.ts': 'the values of a field that goes, in every row',
  'server/features/identity/sign-in/end-sessions.ts': 'people locked by lockPeople',
  'server/features/identity/federated/identities.ts': 'people locked by lockPeople, or added in the same transaction',
  'server/features/notice/notice-answers.ts': 'the notices of the person who reads them',
  'server/features/notice/about-one.ts': 'the notices of the person who has read the record',
  'server/features/identity/people/own-answers.ts': 'the row of the person who changes it',
  'server/features/identity/people/role-answers.ts': 'grants of a role locked by lockRows',
  'server/features/identity/sign-in/sign-in.ts': 'the row of the person who signs in',
  'server/features/identity/people/user-answers.ts': 'people locked by lockPeople',
  'server/features/notice/forgotten/reset-password.ts': 'the row of the person whose code it is',
  'server/features/service/oncall/call-notes.ts':
    'the first call of a repair that the transaction has locked; its version stays for phones',
  'server/features/service/ran-before.ts': 'rows of the demo hospital',
  'server/features/ledger/close/write-month.ts': 'a month is closed for the whole hospital; its person holds the right to close it',
  'server/features/asset/demo/demo-warranties.ts': 'rows of the demo hospital',
  'server/features/check/demo-closed-checks.ts': 'rows of the demo hospital',
  'server/features/custody/demo-loans.ts': 'rows of the demo hospital',
  'server/features/iot/demo-iot.ts': 'rows of the demo hospital',
  'server/features/label/demo-labels.ts': 'rows of the demo hospital',
  'server/features/pool/demo-pool.ts': 'rows of the demo hospital',
  'server/features/service/demo-repairs.ts': 'rows of the demo hospital',
}

const planted = (text: string, path = 'server/features/check/planted.ts') => waysRound([{ path, text }], tables, known)

describe('rows outside a data scope', () => {
  test('are locked and written by the kit alone: by lockRows, or by the rule of a process', () => {
    expect(waysRound(files, tables, known)).toEqual([])
    expect(idleReasons(files, tables, known)).toEqual([])
  })

  test.each([
    [`tx.run({ text: 'select * from device where tenant_id = $1 for update' })`, 'locks or writes device by hand'],
    ['tx.run({ text: `select d.* from device d where d.id = $1 order by d.id for no key update of d` })', 'locks or writes device by hand'],
    ['tx.later({ text: `update repair_order set engineer_id = $2` })', 'locks or writes repair_order by hand'],
    ['tx.later({ text: `update device_part set quantity = $2` })', 'locks or writes device_part by hand'],
    [`tx.later({ text: \`delete from \${table} where id = $2\` })`, 'locks or writes a computed table by hand'],
    [`const all = { ...context, actor: { ...context.actor, dataScope: 'all' } }`, 'widens a data scope by hand'],
  ])('%s is caught', (text, offence) => {
    expect(planted(text)).toEqual([`server/features/check/planted.ts ${offence}`])
  })

  test('rows that are seen through a parent of the same module are its own to write', () => {
    expect(planted(`tx.later({ text: 'update check_line set posting = $2' })`)).toEqual([])
    expect(planted(`tx.later({ text: 'update check_line set posting = $2' })`, 'server/features/asset/planted.ts')).toHaveLength(1)
  })
})

describe('rules of processes', () => {
  test('are declared once and reach what exists', () => {
    expect(wrongRules(processRules, entities, machines)).toEqual([])
    const words = { zh: '规则', en: 'Rule' }
    const wrong: ProcessRule[] = [
      { name: 'a', ...words, touches: { device: ['explode'] } },
      { name: 'a', ...words, touches: { nothing: ['change'] } },
      { name: 'b', ...words, touches: {} },
    ]
    expect(wrongRules(wrong, entities, machines)).toEqual([
      'a reaches device.explode',
      'a is declared twice',
      'a reaches nothing',
      'b reaches nothing',
    ])
  })
})
