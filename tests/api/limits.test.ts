import { describe, expect, test } from 'vitest'
import { device } from '#contract/entities/asset/device/device.ts'
import { devicePart } from '#contract/entities/asset/parts/device-part.ts'
import { deviceDepreciation } from '#contract/entities/ledger/device-depreciation.ts'
import { ruleSets } from '#contract/entities/ledger/rule-sets.ts'
import { warehouseEntry } from '#contract/entities/place/warehouse-entry.ts'
import { warehouseEntryLine } from '#contract/entities/place/warehouse-entry-line.ts'
import { type Entity, urlsOf } from '#contract/kit/entity/entity.ts'
import type { Field } from '#contract/kit/fields/field.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { type Draft, draftFields, draftOf } from '#tests/harness/factories.ts'
import { ledgerLab } from '#tests/harness/ledger.ts'
import { sampleRows } from '#tests/harness/sample-rows.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const rows = sampleRows(() => app.as('administrator'))

type Edge = (field: Field) => unknown

/** The values at the edges of what a field takes; undefined where a kind has none. */
const edges: Readonly<Record<string, Edge>> = {
  least: (field) => {
    if (field.kind === 'money') return field.min === undefined ? '-99999999999999.99' : `${field.min}.00`
    if (field.kind === 'integer') return field.min ?? -2_147_483_648
    if (field.kind === 'decimal') return field.min
    if (field.kind === 'date') return '1900-01-01'
    return field.kind === 'text' && !field.pattern ? '\u{20BB7}' : undefined
  },
  most: (field) => {
    if (field.kind === 'money') return '99999999999999.99'
    if (field.kind === 'integer') return field.max ?? 2_147_483_647
    if (field.kind === 'decimal') return field.max
    if (field.kind === 'date') return '2199-12-31'
    return field.kind === 'text' && !field.pattern ? '\u{1F600}'.repeat(field.max / 2) : undefined
  },
  'right to left': (field) =>
    field.kind === 'text' && !field.pattern ? 'א \u202bجهاز\u202c 12.\u200f'.slice(0, field.max).trim() : undefined,
}

/** The values just beyond them. */
const beyond = (field: Field): unknown[] => {
  switch (field.kind) {
    case 'money':
      return ['100000000000000.00', '-100000000000000.00', '0.001', ...(field.min === undefined ? [] : [`${field.min - 0.01}`])]
    case 'integer':
      return [(field.min ?? -2_147_483_648) - 1, (field.max ?? 2_147_483_647) + 1]
    case 'decimal':
      return [...(field.min === undefined ? [] : [field.min - 1]), ...(field.max === undefined ? [] : [field.max + 1])]
    case 'date':
      return ['1899-12-31', '2200-01-01']
    case 'text':
      return [`${'\u{1F600}'.repeat(field.max / 2)}!!`, '\ud83d']
    default:
      return []
  }
}

const at = (of: Entity, edge: Edge): Draft =>
  Object.fromEntries(draftFields(of).flatMap(([wire, field]) => (edge(field) === undefined ? [] : [[wire, edge(field)]])))

const url = (of: Entity, verb: 'submit' | 'detail') => urlsOf(of, verb)[0]!
const detail = async (of: Entity, id: string) => (await admin.get(url(of, 'detail'), { id })).data

/** What fields at their edge say together that a rule refuses: its sentence, and what is said instead. */
const together: Readonly<Record<string, readonly [sentence: string, instead: Draft]>> = {
  'devicePart most': ['库存金额不能大于', { unitPrice: '1.00' }],
  'warehouseEntry most': ['总金额合计过大，请检查各行的数值', { quantity: 1 }],
  'deviceDepreciation least': ['与期初已计提月数 0 不符', { startDate: undefined }],
  'deviceDepreciation most': ['期初累计折旧不能超过原值', { openingAmount: '0.00', openingMonths: 0 }],
}

describe.each([device, devicePart, warehouseEntry, deviceDepreciation])('$name', (of) => {
  let id = ''
  const line = draftOf(warehouseEntryLine, 1)
  const lines: Draft = of === warehouseEntry ? { lines: [line] } : {}
  // Only a device of another owner takes every field.
  const kind: Draft = of === device ? { ownership: 'placed' } : {}
  const linesAt = (edge: Edge, more?: Draft): Draft =>
    of === warehouseEntry ? { lines: [{ ...line, ...at(warehouseEntryLine, edge), ...more }] } : {}

  test.each(Object.entries(edges))('stores %s that each of its fields takes as it was written', async (name, edge) => {
    id ||= (await admin.post<Row>(url(of, 'submit'), { ...draftOf(of, 1, { links: await rows.linksOf(of) }), ...lines, ...kind })).data.id
    let draft: Draft = { ...at(of, edge), ...linesAt(edge) }
    const [sentence, instead] = together[`${of.name} ${name}`] ?? []
    if (sentence) {
      expect(await admin.post(url(of, 'submit'), { id, ...draft })).toMatchObject({ status: 400, msg: expect.stringContaining(sentence) })
      draft = of === warehouseEntry ? { ...draft, ...linesAt(edge, instead) } : { ...draft, ...instead }
      draft = Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined))
    }
    const saved = await admin.post<Row>(url(of, 'submit'), { id, ...draft })
    expect(saved.status, saved.msg).toBe(200)
    expect(await detail(of, id)).toMatchObject(draft)
  })

  test('refuses what is just beyond, by the name of the field, and stays as it was', async () => {
    const before = await detail(of, id)
    for (const [part, wrap] of [
      [of, (draft: Draft) => draft],
      ...(of === warehouseEntry ? [[warehouseEntryLine, (draft: Draft) => ({ lines: [{ ...line, ...draft }] })] as const] : []),
    ] as const)
      for (const [wire, field] of draftFields(part))
        for (const value of beyond(field)) {
          const answer = await admin.post(url(of, 'submit'), { id, ...wrap({ [wire]: value }) })
          expect(answer, `${wire} ${JSON.stringify(value)}`).toMatchObject({ status: 400, error: 'bad_input' })
          expect(answer.msg).toContain(field.zh)
        }
    expect(await detail(of, id)).toEqual(before)
  })
})

test('a card of the largest value is taken into a book that charged all of it over the longest life', async () => {
  const most = '99999999999999.99'
  const lab = ledgerLab(admin)
  const deviceId = await lab.card({ deviceName: '直线加速器', originalValue: most })
  // The sample rows may have a book of their own.
  const taken = (await admin.get<Page>('/eam/depreciation-rule/list')).data.records.map((book) => book.ruleSet)
  const ruleSet = Object.keys(ruleSets).find((one) => !taken.includes(one))
  const ruleId = await lab.book({ ruleName: '最长账', ruleSet, beginsOn: '2026-01-01', defaultLife: 600 })
  const opening = { startDate: '1975-12-01', lifeMonths: 600, openingMonths: 600, openingAmount: most }
  const id = await lab.terms({ deviceId, ruleId, remark: '期初', ...opening })
  expect(await detail(deviceDepreciation, id)).toMatchObject(opening)
  expect(await lab.close({ ruleId })).toMatchObject({ status: 'done' })
  expect(await lab.inBooks(deviceId, ruleId)).toMatchObject({ bookValue: most, accumulated: most, netValue: '0.00' })
})
