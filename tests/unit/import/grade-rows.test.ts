import { describe, expect, it, onTestFinished } from 'vitest'
import { importFacts } from '#contract/imports.ts'
import { viewOf } from '#contract/kit/entity/view.ts'
import type { Comparison } from '#contract/kit/fields/row-condition.ts'
import type { ImportFacts } from '#contract/kit/sheets/import-facts.ts'
import { type Creatable, entityNamed, type ImportTarget } from '#contract/registry.ts'
import type { Rows } from '#server/db/query.ts'
import type { Actor } from '#server/kit/access/actor.ts'
import { type RoleScope, unionOf } from '#server/kit/access/scope-of-roles.ts'
import { Findings } from '#server/kit/import/findings.ts'
import type { Graded } from '#server/kit/import/grading.ts'
import { gradeRows, withNote } from '#server/kit/import/rows/grade-rows.ts'
import type { Lookup } from '#server/kit/import/rows/name-links.ts'
import type { ReadRow } from '#server/kit/import/rows/read-rows.ts'
import { rowChecks } from '#server/kit/import/rows/row-checks.ts'
import { hashesOf } from '#server/kit/import/rows/sameness.ts'
import type { Asked } from '#server/kit/import/table/layout.ts'

type Said = Partial<ReadRow> & { readonly number: number }
const rowOf = ({ draft = {}, names = {}, kept = [], ...more }: Said): ReadRow => ({ draft: { ...draft }, names, kept, ...more })

interface Given {
  /** What names mean, by entity. */
  readonly hits?: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly creates?: readonly Creatable[]
  readonly scope?: readonly RoleScope[]
  readonly mayOpen?: boolean
  readonly asked?: Asked
  readonly refuses?: string
  /** Columns of the file, in their order; those of all fields that links use where they are not given. */
  readonly columns?: readonly string[]
  /** What the register holds: hashes, rows with the fields of marks, values of unique fields. */
  readonly hashes?: readonly Buffer[]
  readonly marks?: readonly Record<string, unknown>[]
  readonly values?: readonly string[]
  readonly faulty?: readonly number[]
  readonly same?: ImportFacts['same']
}

/** Grades rows of a file against a register, as the module does; findings as `row field grade: English words (value)`. */
async function graded(target: ImportTarget, said: readonly Said[], given: Given = {}) {
  const view = viewOf(entityNamed(target))
  const columns = given.columns ?? Object.keys(view.fields)
  const findings = new Findings()
  for (const row of given.faulty ?? []) findings.mark(row)
  const asked: string[] = []
  const run = async ({ text }: { text: string }): Promise<Rows> => {
    const kind = text.includes('from import_row') ? 'hashes' : text.includes(' as value ') ? 'values' : 'marks'
    asked.push(kind)
    if (kind === 'hashes') return { rows: (given.hashes ?? []).map((hash) => ({ hash: hash.toString('hex') })) } as unknown as Rows
    return { rows: kind === 'values' ? (given.values ?? []).map((value) => ({ value })) : (given.marks ?? []) } as unknown as Rows
  }
  const scope = given.scope ?? [{ kind: 'all', deptIds: [] }]
  const actor = {
    ...({ tenantId: 't', userId: 'me', deptId: 'my-dept', rights: new Set<string>() } as unknown as Actor),
    scopeOf: (of: Parameters<Actor['scopeOf']>[0]) => unionOf(scope, of),
  }
  const lookups = new Map<string, Lookup>(Object.entries(given.hits ?? {}).map(([of, names]) => [of, (name) => names[name]]))
  const rows = said.map(rowOf)
  const result: Graded = await gradeRows(rows, {
    view,
    facts: given.same ? { ...importFacts[target], same: given.same } : importFacts[target],
    layout: {
      sheet: 'Sheet1',
      headingRows: [1],
      columns: columns.map((field, at) => ({ at, heading: `H-${field}`, field, samples: [] })),
      ...(given.asked ? { asked: given.asked } : {}),
    },
    actor,
    lookups,
    creates: new Set(given.creates ?? []),
    mayOpen: given.mayOpen ?? true,
    refuseName: (_, name) => (name === given.refuses ? { zh: '不能新建', en: 'cannot be created' } : undefined),
    findings,
    run,
  })
  return {
    ...result,
    findings,
    said: findings.list.map(({ row, field, grade, words, value }) => `${row} ${field} ${grade}: ${words.en}${value ? ` (${value})` : ''}`),
  }
}

const none = { assetsCategory: [], location: [], dept: [], user: [], supplier: [] }

describe('links of imported rows', () => {
  it('are filled in where their names are known', async () => {
    const { rows, said, missing } = await graded('device', [{ number: 2, names: { useDept: '骨科', location: '301' } }, { number: 3 }], {
      hits: { dept: { 骨科: 'd1' }, location: { '301': 'l1' } },
    })
    expect(rows.map(({ draft }) => draft)).toEqual([{ useDeptId: 'd1', locationId: 'l1' }, {}])
    expect([said, missing]).toEqual([[], none])
  })

  it('of columns that the file does not have are left alone', async () => {
    const { rows, said } = await graded('device', [{ number: 2, names: { useDept: '骨科' } }], {
      columns: ['deviceName'],
      hits: { dept: { 骨科: 'd1' } },
    })
    expect([rows[0]!.draft, said]).toEqual([{}, []])
  })

  it('that mean nothing or several things are left empty with a warning, and the note keeps what they said in the order of the columns', async () => {
    const { rows, said, findings } = await graded(
      'device',
      [{ number: 2, names: { classify: '无此类', useDept: '双科' }, kept: [{ at: 1, heading: '日期', text: '去年' }] }],
      { columns: ['useDept', 'enableDate', 'classify'], hits: { dept: { 双科: 'several' } } },
    )
    expect(rows[0]!.draft).toEqual({ importNote: 'H-useDept: 双科\n日期: 去年\nH-classify: 无此类' })
    expect(said).toEqual([
      '2 classify warning: Device class was not found; left empty (无此类)',
      '2 useDept warning: Department matches several records: enter the full name or the code; left empty (双科)',
    ])
    expect(findings.list.map(({ at }) => at)).toEqual([2, 0])
    expect(findings.isFaulty(2)).toBe(false)
  })

  it('without a note say that the text is not kept', async () => {
    const { said, rows } = await graded('user', [{ number: 2, names: { dept: '无此科' } }])
    expect(said).toEqual(['2 dept warning: Department was not found; left empty, and its text is not kept (无此科)'])
    expect(rows[0]!.draft).toEqual({})
  })

  it('that a row needs make it faulty: required ones, the place in a tree, what decides who sees it', async () => {
    expect((await graded('user', [{ number: 2, names: { role: '无此角色' } }])).said).toEqual([
      '2 role error: Role was not found (无此角色)',
    ])
    expect((await graded('assetsCategory', [{ number: 2, names: { parent: '无' } }])).said).toEqual([
      expect.stringMatching(/^2 parent error: .+ was not found \(无\)$/),
    ])
    expect((await graded('devicePart', [{ number: 2, names: { device: '无' } }])).said).toEqual([
      expect.stringMatching(/^2 device error: .+ was not found \(无\)$/),
    ])
  })

  it('that are missing may be created, each once, for rows that go in', async () => {
    const rows: Said[] = [
      { number: 2, names: { supplier: '甲公司', keeper: '张三' } },
      { number: 3, names: { supplier: '甲公司 ' } },
      { number: 4, names: { supplier: '乙公司', keeper: '李四' } },
    ]
    const offered = await graded('device', rows, { faulty: [4] })
    expect(offered.missing).toEqual({ ...none, supplier: ['甲公司 ', '乙公司'], user: ['张三', '李四'] })
    expect(offered.needed).toEqual({ ...none, supplier: ['甲公司 '], user: ['张三'] })
    expect(offered.said).toHaveLength(5)
    const made = await graded('device', rows, { creates: ['supplier', 'user'] })
    expect(made.said).toEqual([])
    const refused = await graded('device', rows.slice(0, 1), { creates: ['supplier', 'user'], refuses: '甲公司' })
    expect(refused.said).toEqual(['2 supplier warning: Supplier cannot be created; left empty (甲公司)'])
    expect(refused.missing).toEqual({ ...none, user: ['张三'] })
    const there = await graded('device', rows.slice(0, 1), { hashes: hashesOf(rows.slice(0, 1).map(rowOf)).map(({ hash }) => hash) })
    expect([there.missing, there.rows[0]!.isSame]).toEqual([none, true])
  })
})

describe('a tree in a file', () => {
  const place = (number: number, locationName: string, parent?: string): Said => ({
    number,
    draft: { locationName },
    names: parent === undefined ? {} : { parent },
  })

  it('has rows below rows of the file, unless the register has the name', async () => {
    const { rows, said } = await graded('location', [place(2, '楼'), place(3, '层', '楼'), place(4, '室', '层'), place(5, '外', '院')], {
      hits: { location: { 院: 'l0' } },
    })
    expect(rows.map(({ below, draft }) => [below, draft.parentId])).toEqual([
      [undefined, undefined],
      [0, undefined],
      [1, undefined],
      [undefined, 'l0'],
    ])
    expect(said).toEqual([])
    const known = await graded('location', [place(2, '楼'), place(3, '层', '楼')], { hits: { location: { 楼: 'l1' } } })
    expect(known.rows.map(({ below, draft }) => [below, draft.parentId])).toEqual([
      [undefined, undefined],
      [undefined, 'l1'],
    ])
  })

  it('is faulty where a name means several, is nowhere, or leads back, and below a row that is', async () => {
    const several = await graded('location', [place(2, '楼', '甲'), place(3, '楼', '乙'), place(4, '层', '楼')], {
      hits: { location: { 甲: 'l1', 乙: 'l2' } },
    })
    expect(several.said).toEqual(['4 parent error: Parent location matches several records: enter the full name or the code (楼)'])
    const both = await graded('location', [place(2, '楼'), place(3, '层', '楼')], { hits: { location: { 楼: 'several' } } })
    expect(both.said).toEqual(['3 parent error: Parent location matches several records: enter the full name or the code (楼)'])
    const ring = await graded('location', [place(2, '甲', '乙'), place(3, '乙', '甲'), place(4, '丙', '甲'), place(5, '丁', '丙')])
    expect(ring.said).toEqual([
      '2 parent error: Parent location refers back to itself (乙)',
      '3 parent error: Parent location refers back to itself (甲)',
      '4 parent error: Parent location is in a row with errors (甲)',
      '5 parent error: Parent location is in a row with errors (丙)',
    ])
    // From the bottom up it takes several rounds.
    const upwards = await graded('location', [place(2, '室', '层'), place(3, '层', '楼'), place(4, '楼', '无')])
    expect(upwards.said).toEqual([
      '4 parent error: Parent location was not found (无)',
      '3 parent error: Parent location is in a row with errors (楼)',
      '2 parent error: Parent location is in a row with errors (层)',
    ])
    expect(upwards.missing).toEqual(none)
  })

  it('leaves alone what is there already below a faulty row', async () => {
    const rows = [place(2, '楼', '无'), place(3, '层', '楼')]
    const hashes = hashesOf(rows.map(rowOf)).slice(1)
    const { said } = await graded('location', rows, { hashes: hashes.map(({ hash }) => hash) })
    expect(said).toEqual(['2 parent error: Parent location was not found (无)'])
  })

  it('counts names that may be meant as paths, each once; strokes lead downwards where that was said', async () => {
    const counted = await graded('device', [
      { number: 2, names: { location: '楼/层', supplier: '甲/乙' } },
      { number: 3, names: { location: '楼/层' } },
      { number: 4, names: { location: '单' } },
    ])
    expect(counted.found).toEqual({ repeats: 0, paths: 1, unnumbered: 0 })
    expect((await graded('location', [place(2, '室', '楼/层')])).found.paths).toBe(1)
    expect((await graded('devicePart', [{ number: 2, names: { warehouse: '甲/乙' } }])).found.paths).toBe(0)
    const rows = [place(2, '楼'), place(3, '层', '楼'), place(4, '室', '楼/层')]
    expect((await graded('location', rows, { asked: { paths: true } })).rows[2]!.below).toBe(1)
    expect((await graded('location', rows)).rows[2]!.below).toBeUndefined()
    const missing = async (asked?: Asked) =>
      (
        await graded(
          'device',
          ['楼/层', '楼 > 层'].map((location, at) => ({ number: at + 2, names: { location } })),
          { asked },
        )
      ).missing.location
    expect([await missing({ paths: true }), await missing()]).toEqual([['楼 > 层'], ['楼/层', '楼 > 层']])
  })
})

describe('rows that are there', () => {
  const card = (number: number, draft: Record<string, unknown>, more: Partial<ReadRow> = {}): Said => ({ number, draft, ...more })
  const plain = { deviceName: '泵' }

  it('are those of an earlier import, and those with the same mark', async () => {
    const rows = [card(2, { ...plain, sn: 'S1', manufacturer: 'M' }), card(3, { ...plain, sn: 'S2', manufacturer: 'M' })]
    expect((await graded('device', rows)).rows.map(({ isSame }) => isSame)).toEqual([false, false])
    const known = await graded('device', rows, { marks: [{ sn: 's2', manufacturer: 'm' }] })
    expect(known.rows.map(({ isSame }) => isSame)).toEqual([false, true])
    expect(known.said).toEqual([])
    const hashes = hashesOf(rows.map(rowOf)).slice(0, 1)
    expect((await graded('device', rows, { hashes: hashes.map(({ hash }) => hash) })).rows.map(({ isSame }) => isSame)).toEqual([
      true,
      false,
    ])
  })

  it('come twice in the file with one mark: the second is faulty and names the first', async () => {
    const rows = [2, 3].map((number) => card(number, { deviceName: `泵${number}`, sn: 'S1', manufacturer: 'M' }))
    const { said, found, findings } = await graded('device', rows)
    expect(said).toEqual(['3 sn error: Serial number is the same as in row 2, so it is the same one (S1)'])
    expect(found.repeats).toBe(0)
    expect(findings.list[0]!.words.zh).toBe('出厂编号与第 2 行相同，是同一条')
    expect(findings.groups()).toMatchObject([
      { zh: '出厂编号与另一行相同，是同一条', en: 'Serial number is the same as in another row, so it is the same one' },
    ])
  })

  it('repeat one another exactly: kept, or taken once where that was said or a mark says so', async () => {
    const rows = [card(2, plain), card(3, plain), card(4, plain, { isCopy: true })]
    const kept = await graded('device', rows)
    expect(kept.said).toEqual(['3 deviceName warning: Device is in a row that repeats row 2 exactly and goes in as another one'])
    expect([kept.rows.map(({ isSame }) => isSame), kept.found.repeats]).toEqual([[false, false, false], 1])
    const once = await graded('device', rows, { asked: { repeats: 'once' } })
    expect(once.said).toEqual(['3 deviceName warning: Device is in a row that repeats row 2 exactly and goes in once'])
    expect(once.rows.map(({ isSame }) => isSame)).toEqual([false, true, false])
    const marked = await graded(
      'device',
      [2, 3].map((number) => card(number, { ...plain, assetsCode: 'A1' })),
    )
    expect([marked.rows.map(({ isSame }) => isSame), marked.said.length]).toEqual([[false, true], 1])
    const places = await graded(
      'location',
      [2, 3].map((number) => card(number, { locationName: '室' })),
    )
    expect(places.said).toEqual(['3 locationName warning: Location is in a row that repeats row 2 exactly and goes in once'])
  })

  it('have a value that another record or row has', async () => {
    const rows = [
      card(2, { ...plain, sn: 'S1', rfidCode: 'E1' }),
      card(3, { ...plain, sn: 'S2', rfidCode: 'E1' }),
      card(4, { ...plain, sn: 'S3', rfidCode: 'E9' }),
      card(5, { ...plain, sn: 'S4', rfidCode: '' }),
      card(6, { ...plain, sn: 'S5', rfidCode: '' }),
      card(7, { ...plain, sn: 'S6', rfidCode: 'E7' }),
    ]
    const { said } = await graded('device', rows, { values: ['E9'] })
    expect(said).toEqual(['3 rfidCode error: RFID is used in row 2 too (E1)', '4 rfidCode error: RFID is used by another record (E9)'])
    const three = await graded(
      'device',
      [2, 3, 4].map((number) => card(number, { ...plain, sn: `S${number}`, rfidCode: 'E1' })),
    )
    expect(three.said).toEqual([3, 4].map((row) => `${row} rfidCode error: RFID is used in row 2 too (E1)`))
    const unmarked = [2, 3].map((number) => card(number, { deviceName: `泵${number}`, rfidCode: 'E1' }))
    expect((await graded('device', unmarked, { same: [] })).said).toEqual(['3 rfidCode error: RFID is used in row 2 too (E1)'])
    // Where the value is the mark itself, it is said once.
    const marks = await graded(
      'device',
      [2, 3].map((number) => card(number, { deviceName: `泵${number}`, rfidCode: 'E1' })),
    )
    expect(marks.said).toEqual(['3 rfidCode error: RFID is the same as in row 2, so it is the same one (E1)'])
  })
})

describe('what a person may import', () => {
  const depts = (...deptIds: string[]): RoleScope => ({ kind: 'chosen', deptIds })
  const outside = (row: number, said?: string) =>
    `${row} useDept error: Department is not one of your departments${said ? ` (${said})` : ''}`
  const hits = { dept: { 骨科: 'd1', 外科: 'd2' } }
  const rows: Said[] = [{ number: 2, names: { useDept: '骨科' } }, { number: 3, names: { useDept: '外科' } }, { number: 4 }]

  it('are rows of the own departments; one without becomes the own', async () => {
    const { said, rows: result } = await graded('device', rows, { hits, scope: [depts('d1', 'my-dept')] })
    expect(said).toEqual([outside(3, '外科')])
    expect(result.map(({ draft }) => draft.useDeptId)).toEqual(['d1', 'd2', 'my-dept'])
    expect((await graded('device', rows, { hits, scope: [depts('d1')] })).said).toEqual([outside(3, '外科'), outside(4)])
    const written = await graded('device', [{ number: 2, draft: { useDeptId: 'd1' } }], { scope: [depts('d1')] })
    expect([written.said, written.rows[0]!.draft.useDeptId]).toEqual([[], 'd1'])
  })

  it('are all where nothing limits, or what one makes oneself is seen', async () => {
    for (const scope of [undefined, [depts('d1'), { kind: 'own', deptIds: [] } as RoleScope]])
      expect((await graded('device', rows, { hits, scope })).said).toEqual([])
    const own = await graded('device', rows, { hits, scope: [{ kind: 'own', deptIds: [] }] })
    expect([own.said, own.rows[2]!.draft.useDeptId]).toEqual([[], undefined])
    expect((await graded('location', [{ number: 2, draft: { locationName: '室' } }], { scope: [depts('d1')] })).said).toEqual([])
  })

  it('are rows that fit a rule, by what they say and what they begin as', async () => {
    const rule = (field: string, is: Comparison, ...values: string[]): RoleScope => ({
      kind: 'custom',
      deptIds: [],
      conditions: [{ field, is, values }],
    })
    const risky = [{ number: 2, draft: { riskLevel: 'III' } }, { number: 3, draft: { riskLevel: 'I' } }, { number: 4 }]
    expect((await graded('device', risky, { scope: [rule('riskLevel', 'in', 'III')] })).said).toEqual([outside(3), outside(4)])
    expect((await graded('device', [{ number: 2 }], { scope: [rule('eamStatus', 'in', 'in_stock')] })).said).toEqual([])
    expect((await graded('device', [{ number: 2 }], { scope: [rule('eamStatus', 'in', 'in_use')] })).said).toEqual([outside(2)])
  })

  it('is a first state for those who file devices; for others its text goes into the note', async () => {
    const row: Said = { number: 2, draft: { deviceName: '泵' }, opening: { at: 3, heading: '状态', text: '使用中', state: 'in_use' } }
    expect((await graded('device', [row])).said).toEqual([])
    const { said } = await graded('device', [row], { mayOpen: false })
    expect(said).toEqual([expect.stringMatching(/^2 eamStatus warning: Device status is not used as the initial status .+ \(使用中\)$/)])
    const hashes = hashesOf([rowOf(row)]).map(({ hash }) => hash)
    expect((await graded('device', [row], { mayOpen: false, hashes })).said).toEqual([])
  })

  it('is what the module that owns the rows lets in', async () => {
    const seen: unknown[] = []
    rowChecks.push({
      of: entityNamed('supplier'),
      async check(checked, { known }, wrong) {
        seen.push(
          checked.map(({ number }) => number),
          [...(await known())].map(({ number }) => number),
        )
        wrong(checked[0]!, 'supplierName', { zh: '不行', en: 'is bad' }, 'x', 'warning')
        wrong(checked[0]!, 'supplierName', { zh: '不行', en: 'is bad', cause: { zh: '都不行', en: 'are bad' } }, 'y')
      },
    })
    onTestFinished(() => void rowChecks.pop())
    const rows = ['甲', '乙'].map((supplierName, at) => ({ number: at + 2, draft: { supplierName } }))
    const hashes = hashesOf(rows.map(rowOf)).slice(1)
    const { said, findings } = await graded('supplier', rows, { hashes: hashes.map(({ hash }) => hash) })
    expect(seen).toEqual([[2, 3], [3]])
    expect(said).toEqual(['2 supplierName warning: Name is bad (x)', '2 supplierName error: Name is bad (y)'])
    expect(findings.groups().map(({ zh, en, grade }) => [grade, zh, en])).toEqual([
      ['error', '名称都不行', 'Name are bad'],
      ['warning', '名称不行', 'Name is bad'],
    ])
    expect((await graded('device', [{ number: 2, draft: { deviceName: '泵' } }])).said).toEqual([])
  })

  it('names a cell without a column by its field alone', async () => {
    const { findings } = await graded('device', [{ number: 2 }], { columns: ['deviceName'], scope: [depts('d1')] })
    expect(findings.list).toMatchObject([{ at: null, field: 'useDept' }])
  })
})

describe('the note of a row', () => {
  const given = { view: viewOf(entityNamed('device')), facts: importFacts.device }
  const kept = (at: number, text: string) => ({ at, heading: `列${at}`, text })

  it('has what the row says itself, then what its fields could not hold, by column', () => {
    const row = rowOf({ number: 2, draft: { deviceName: '泵', importNote: '原有' }, kept: [kept(4, '四')] })
    expect(withNote(row, [kept(1, '一'), kept(9, '九')], given)).toEqual({
      draft: { deviceName: '泵', importNote: '原有\n列1: 一\n列4: 四\n列9: 九' },
      isCut: false,
    })
    expect(row.draft.importNote).toBe('原有')
    expect(withNote(rowOf({ number: 2 }), [], given)).toEqual({ draft: {}, isCut: false })
  })

  it('is cut where it is too long, with a warning, and not by a character before', async () => {
    const field = given.view.entity.fields.importNote!
    const max = field.kind === 'text' ? field.max : 0
    const fits = kept(1, 'x'.repeat(max - '列1: '.length))
    expect(withNote(rowOf({ number: 2, kept: [fits] }), [], given).isCut).toBe(false)
    const { draft, isCut } = withNote(rowOf({ number: 2, kept: [{ ...fits, text: `${fits.text}y` }] }), [], given)
    expect([isCut, String(draft.importNote).length, String(draft.importNote).endsWith('x')]).toEqual([true, max, true])
    const { said } = await graded('device', [{ number: 2, draft: { deviceName: '泵' }, kept: [{ ...fits, text: 'z'.repeat(max) }] }])
    expect(said).toEqual([expect.stringMatching(/^2 importNote warning: .+ is too short for all that the row says; the rest is not kept$/)])
  })

  it('is none where the entity has none, or the field is no text', () => {
    const row = rowOf({ number: 2, draft: { account: 'a' }, kept: [kept(1, '一')] })
    expect(withNote(row, [], { view: viewOf(entityNamed('user')), facts: importFacts.user })).toEqual({
      draft: { account: 'a' },
      isCut: false,
    })
    expect(withNote(row, [], { ...given, facts: { ...given.facts, note: 'enableDate' } })).toEqual({
      draft: { account: 'a' },
      isCut: false,
    })
  })
})
