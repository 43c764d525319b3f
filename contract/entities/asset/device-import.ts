import { flag } from '../../kit/field.ts'
import type { ImportFacts } from '../../kit/import-facts.ts'
import { deviceHeadings } from './device-headings.ts'
import { deviceChoices, deviceMayMean, notedDates, unitPrices, weakHeadings } from './heading-meanings.ts'
import { goneWords, openingLike, openingWords } from './opening-words.ts'
import { chargedBy } from './value-change.ts'

const separately = <K extends string>(words: Readonly<Record<K, string>>): Readonly<Record<K, readonly string[]>> =>
  Object.fromEntries(Object.entries<string>(words).map(([name, all]) => [name, all.split('|').filter(Boolean)])) as unknown as Readonly<
    Record<K, readonly string[]>
  >

/** How a spreadsheet is read into device cards. */
export const deviceImport: ImportFacts = {
  same: [['sn', 'manufacturer'], ['assetsCode'], ['rfidCode']],
  alike: [
    ['assetTagNo', 'deviceName'],
    ['sn', 'deviceModel'],
    ['sn', 'deviceName'],
  ],
  toldFor: Object.keys(chargedBy),
  own: { field: 'deviceCode', in: ['assetsCode', 'assetTagNo'] },
  maxRows: 200_000,
  codes: [
    'assetsCode',
    'assetTagNo',
    'rfidCode',
    'sn',
    'udiDi',
    'udiPi',
    'registrationNo',
    'deviceModel',
    'contractNo',
    'invoiceNo',
    'voucherNo',
  ],
  // Devices that are in use already need not be filed one by one.
  asks: { asFiled: flag({ zh: '直接建档', en: 'File them at once' }) },
  note: 'importNote',
  quantity: [
    '数量',
    '账面数量',
    '账存数量',
    '在册数量',
    '实有数量',
    '现有数量',
    '设备数量',
    '资产数量',
    '台数',
    '件数',
    '数量(台)',
    '台(套)数',
    'quantity',
    'qty',
    'count',
    'units',
    'no of units',
  ],
  weak: weakHeadings,
  unitPrice: { of: 'originalValue', headings: unitPrices },
  mayMean: deviceMayMean,
  noted: notedDates,
  standIns: { deviceName: 'commonName' },
  choices: deviceChoices,
  gs1: { di: 'udiDi', pi: 'udiPi', serial: 'sn' },
  prefixes: [
    '固定资产',
    '医疗设备',
    '医疗器械',
    '设备',
    '资产',
    '仪器',
    '器械',
    '机器',
    'equipment',
    'device',
    'asset',
    'item',
    'machine',
    'mfr',
    'oem',
  ],
  looks: {
    deviceName: '(仪|机|泵|床|灯|系统|器|车|镜|柜|箱|台|秤|计|监护|machine|monitor|pump|scanner|analy[sz]er|system|bed)$',
    useDept: '(科|科室|病区|病房|门诊|中心|室|部|ICU|NICU|CCU|ward|dept|department|clinic|unit)$',
    registrationNo: '[械食]药?监?管?械?[(（]?[注备准进许]',
    sn: '^(s/?n|sn)[:： -]',
  },
  sheetName: 'useDept',
  months: ['usefulLifeMonths'],
  lengthFrom: { warrantyEnd: ['acceptanceDate', 'purchaseDate', 'enableDate'] },
  opening: {
    field: 'eamStatus',
    of: separately(openingWords),
    gone: { words: goneWords.split('|'), state: 'disposed' },
    like: openingLike,
    goneOn: '#goneOn',
    unknown: 'idle',
  },
  brings: ['deviceCode', 'filingStatus'],
  aliases: separately(deviceHeadings),
}
