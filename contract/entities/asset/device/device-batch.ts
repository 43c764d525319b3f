import { type FieldMap, unitFields } from '../../../kit/fields/field.ts'
import type { Words } from '../../../kit/words.ts'
import { device } from './device.ts'

/** Fields that say the same of many cards: nothing that identifies one of them. */
const alike = [
  'commonName',
  'deviceModel',
  'deviceSpecs',
  'brand',
  'manufacturer',
  'origin',
  'riskLevel',
  'classify',
  'assetsCategory',
  'importantClassification',
  'isMeasure',
  'measureType',
  'isEmergency',
  'ownership',
  'ownershipEnd',
  'fundSource',
  'purchaseDate',
  'supplier',
  'contractNo',
  'invoiceNo',
  'acceptanceDate',
  'enableDate',
  'usefulLifeMonths',
  'residualRate',
  'depreciationMethod',
  'manageDept',
  'useDept',
  'location',
  'keeper',
  'warrantyEnd',
  'provider',
  'maintainCycle',
  'maintainCycleUnit',
  'measureCycle',
  'measureCycleUnit',
  'inspectionCycle',
  'inspectionCycleUnit',
  'remark',
] as const satisfies readonly (keyof typeof device.fields)[]

const named = (names: readonly (keyof typeof device.fields)[]): FieldMap =>
  Object.fromEntries(names.map((name) => [name, device.fields[name]]))

/** What one act may write on many cards. */
export const batchFields = named(alike)

const units = unitFields(device.fields)

/** The same as words by name; a unit is cleared with its number. */
export const batchNames: Readonly<Record<string, Words>> = Object.fromEntries(
  alike.flatMap((name) => (units.has(name) ? [] : [[name, { zh: device.fields[name].zh, en: device.fields[name].en }]])),
)

/** What is said of a device that is attached to another; its place and keeper are those of the other where nothing is said. */
export const childFields = named([
  'deviceName',
  'deviceModel',
  'deviceSpecs',
  'manufacturer',
  'sn',
  'rfidCode',
  'assetsCode',
  'originalValue',
  'purchaseDate',
  'useDept',
  'location',
  'keeper',
  'remark',
])

/** What a copy of a card does not take over: what is once in the world, and what an import said of it. */
export const ownOfCard: ReadonlySet<string> = new Set(['assetsCode', 'assetTagNo', 'sn', 'udiPi', 'importNote'])
