import { describe, expect, test } from 'vitest'
import { pinyinForm } from '#contract/kit/text/pinyin.ts'
import { type BundleColumn, bundleFeed } from '#contract/sync/sync-bundle.ts'
import { BundleReader, bundleOfRows, type StoredBundle, storedBundle } from '#src/data/cache/stored-bundle.ts'
import type { PhoneDevice } from '#src/features/asset/public/device.ts'
import { DeviceIndex, deviceIndexOf, partOfBundle } from '#src/features/asset/public/device-index.ts'
import { RowsPart } from '#src/features/asset/public/device-index-part.ts'

/** A whole number below `most`, the same in every run. */
const numbers = (seed: number) => {
  let state = seed
  return (most: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
}
const random = numbers(20_261_120)
const hex = (digits: number): string => Array.from({ length: digits }, () => random(16).toString(16)).join('')
const names = ['监护仪', '输液泵', 'İnfüzyon', '呼吸机', 'Ventilator X']
const some = <T>(value: () => T, share = 80): T | null => (random(100) < share ? value() : null)

const card = (n: number): PhoneDevice => {
  const dept = random(4)
  return {
    id: `0190${n.toString(16).padStart(4, '0')}-${hex(4)}-7${hex(3)}-8${hex(3)}-${hex(12)}`,
    version: 1 + random(9),
    deviceName: names[random(names.length)] as string,
    deviceCode: `ZC-${String(n * 7).padStart(6, '0')}`,
    deviceModel: some(() => `iMEC${random(9)}`),
    manufacturer: some(() => ['迈瑞', 'Dräger'][random(2)] as string),
    assetsCode: some(() => `GZ${hex(6)}`),
    assetTagNo: some(() => `YN${hex(6)}`),
    rfidCode: some(() => `E280${hex(8).toUpperCase()}`),
    qrToken: hex(12),
    sn: some(() => `SN ${random(50)}`, 30),
    useDeptId: some(() => `01900000-0000-7000-8000-00000000000${dept}`),
    useDeptName: null,
    locationId: null,
    locationName: null,
    eamStatus: 'in_use',
    keeperId: null,
    keeperName: null,
  }
}

const columns = (values: readonly PhoneDevice[]): BundleColumn[] => [
  ...(['deviceName', 'deviceModel', 'manufacturer', 'eamStatus'] as const).map((name): BundleColumn => {
    const few = [...new Set(values.map((row) => row[name]).filter(Boolean))]
    return { name, kind: 'few', values: few, at: values.map((row) => few.indexOf(row[name])) }
  }),
  ...(['deviceCode', 'assetsCode', 'assetTagNo', 'rfidCode', 'qrToken', 'sn'] as const).map(
    (name): BundleColumn => ({ name, kind: 'text', values: values.map((row) => row[name]) }),
  ),
]

const bundleOf = (unordered: readonly PhoneDevice[]): StoredBundle => {
  const rows = [...unordered].sort((a, b) => (a.id < b.id ? -1 : 1))
  const plain = rows.map(({ id }) => id.replaceAll('-', ''))
  const heads = plain.map((id) => Number.parseInt(id.slice(0, 12), 16))
  const bundle = storedBundle(
    { gen: 1, feed, entity: 'device' },
    {
      epoch: 'e',
      horizon: '1',
      serverTime: '',
      ids: {
        heads: heads.map((head, index) => head - (heads[index - 1] ?? 0)),
        tails: Buffer.from(plain.map((id) => id.slice(12)).join(''), 'hex').toString('base64'),
      },
      versions: rows.map(({ version }) => version),
      columns: columns(rows),
      next: null,
    },
  )
  if (!bundle) throw new Error('no rows')
  return bundle
}

const feed = bundleFeed('tenant', 'device')
const all = Array.from({ length: 400 }, (_, n) => card(n + 1))
const shown = ({ id, deviceName, deviceCode, deviceModel, manufacturer, assetsCode, rfidCode, qrToken, sn, version }: PhoneDevice) => ({
  id,
  version,
  deviceName,
  deviceCode,
  deviceModel,
  manufacturer,
  assetsCode,
  rfidCode,
  qrToken,
  sn,
})
const changed = all.slice(50, 80).map((row): PhoneDevice => ({ ...row, deviceName: '换名 泵', rfidCode: null, version: row.version + 1 }))
const gone = all.slice(100, 120).map(({ id }) => id)
const truth = [...all.filter(({ id }) => !gone.includes(id) && !changed.some((row) => row.id === id)), ...changed]
const bundled = new DeviceIndex(
  [partOfBundle(bundleOf(all.slice(0, 150))), partOfBundle(bundleOf(all.slice(150))), new RowsPart(changed)],
  gone.map((id) => ({ id, feeds: [feed] })),
)
const oracle = deviceIndexOf(truth)

describe('cards in packs', () => {
  test('are the cards that were packed, also after they were packed again', () => {
    const bundle = bundleOf(all)
    const sorted = [...all].sort((a, b) => (a.id < b.id ? -1 : 1))
    expect(new BundleReader(bundle).rows().map((row) => shown(row as unknown as PhoneDevice))).toEqual(sorted.map(shown))
    const again = bundleOfRows(bundle, new BundleReader(bundle).rows().reverse(), 'r')
    expect(new BundleReader(again).rows()).toEqual(new BundleReader(bundle).rows())
  })

  test.each([
    '',
    '泵',
    'zc-0007',
    'e280',
    'dräger imec3',
    '迈瑞 监护',
    'i̇nfüzyon',
    'sn 1',
    'ventilator e280 a',
    '换名',
    'nothing of the kind',
    'gz0 gz0',
  ])('are found by “%s” like cards in rows, in the same order', (text) => {
    for (const limit of [1, 7, 1000]) {
      const found = bundled.search(text, limit)
      const wanted = oracle.search(text, limit)
      expect(found.rows.map(shown)).toEqual(wanted.rows.map(shown))
      expect(found.more).toBe(wanted.more)
    }
  })

  test.each(['jhy', 'shuyebeng', 'syb zc-0', 'zc-0007', 'hm', 'vent'])(
    'are found by “%s” as names are typed, like cards in rows',
    (text) => {
      for (const limit of [7, 1000]) {
        const wanted = oracle.search(text, limit, pinyinForm).rows.map(shown)
        expect(bundled.search(text, limit, pinyinForm).rows.map(shown)).toEqual(wanted)
      }
      const named = (part: string) => truth.filter(({ deviceName }) => deviceName.includes(part)).length
      const counts: Record<string, number> = {
        jhy: named('监护仪'),
        shuyebeng: named('输液泵'),
        hm: named('换名'),
        vent: named('Ventilator'),
      }
      if (text in counts) expect(bundled.search(text, 1000, pinyinForm).rows).toHaveLength(counts[text]!)
    },
  )

  test('are found by every code they carry, the newest copy of each, and not when they are gone', () => {
    expect(bundled.size).toBe(truth.length)
    for (const row of truth)
      for (const code of [row.qrToken, row.deviceCode, row.rfidCode?.toLowerCase(), ` ${row.assetsCode ?? row.qrToken} `])
        if (code) expect(bundled.find(code)).toMatchObject({ id: row.id, version: row.version })
    for (const row of all.slice(100, 120)) expect(bundled.find(row.qrToken ?? '')).toBeUndefined()
    for (const { id, rfidCode } of all.slice(50, 80)) if (rfidCode) expect(bundled.find(rfidCode)?.id).not.toBe(id)
    expect(bundled.find('')).toBeUndefined()
    expect(bundled.find('no such code')).toBeUndefined()
  })

  test('are found by codes and names in every writing; a number that several carry means none but the one written so', () => {
    const [first, second, third] = [card(910), card(911), card(912)]
    const rows = [
      { ...first, deviceName: '心电图机（十二道）', deviceCode: 'ZC-2016-000064', sn: 'SN 7', assetsCode: 'GZ-1' },
      { ...second, deviceName: '心电图机(十二道)', sn: 'sn-8', assetsCode: 'gz-1' },
      { ...third, deviceName: 'ｶﾒﾗ', sn: 'SN-8', assetsCode: 'GZ-3' },
    ]
    for (const index of [deviceIndexOf(rows), new DeviceIndex([partOfBundle(bundleOf(rows))])]) {
      for (const code of [
        'zc-2016-000064',
        'ＺＣ－２０１６－００００６４',
        'ZC\u00ad-2016\u200b-000064\ufeff',
        '\u00a0zc‑2016‑000064',
        'sn7',
      ])
        expect(index.find(code)?.id).toBe(first.id)
      expect([index.find('sn-8')?.id, index.find('SN-8')?.id, index.find('Sn-8')]).toEqual([second.id, third.id, undefined])
      expect([index.find('GZ-1')?.id, index.find('gz-1')?.id, index.find('ＧＺ－１')]).toEqual([first.id, second.id, undefined])
      for (const text of ['(十二道)', '（十二道）']) expect(index.search(text, 9).rows).toHaveLength(2)
      for (const text of ['カメラ', 'ｶﾒﾗ']) expect(index.search(text, 9).rows).toHaveLength(1)
    }
  })

  test('that are gone from one department are shown out of the packs of another', () => {
    const row = card(950)
    const moved = new DeviceIndex([partOfBundle(bundleOf([row]))], [{ id: row.id, feeds: ['dept:elsewhere#device'] }])
    expect(moved.find(row.qrToken ?? '')?.id).toBe(row.id)
    expect(new DeviceIndex([partOfBundle(bundleOf([row]))], [{ id: row.id }]).size).toBe(0)
  })

  test('prefer the label to a number that another card has by chance', () => {
    const [first, second] = [card(900), card(901)]
    const index = new DeviceIndex([
      partOfBundle(
        bundleOf([
          { ...first, sn: 'abc' },
          { ...second, qrToken: 'abc' },
        ]),
      ),
    ])
    expect(index.find('ABC')?.id).toBe(second.id)
  })
})
