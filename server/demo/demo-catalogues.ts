import { v7 } from 'uuid'
import type { Transaction } from '../db/pool.ts'
import { models } from './demo-names.ts'

/** Classes of the official catalogue that the demo devices use, by code. */
const classes = {
  '01': '有源手术器械',
  '06': '医用成像器械',
  '07': '医用诊察和监护器械',
  '08': '呼吸、麻醉和急救器械',
  '10': '输血、透析和体外循环器械',
  '11': '医疗器械消毒灭菌器械',
  '14': '注输、护理和防护器械',
  '15': '患者承载器械',
  '22': '临床检验器械',
} as const
export type ClassCode = keyof typeof classes

/** Asset categories with their useful life in months. */
const categories = { 医用电子仪器: 60, 医用影像设备: 96, 临床检验设备: 72, 手术急救设备: 72, 病房护理设备: 60 } as const
type Category = keyof typeof categories

/** The asset category of each class. */
export const categoryOf: Readonly<Record<ClassCode, Category>> = {
  '01': '手术急救设备',
  '06': '医用影像设备',
  '07': '医用电子仪器',
  '08': '手术急救设备',
  '10': '手术急救设备',
  '11': '病房护理设备',
  '14': '医用电子仪器',
  '15': '病房护理设备',
  '22': '临床检验设备',
}

/** The class of common names, by pattern; the first match applies. */
const filed: readonly (readonly [RegExp, ClassCode])[] = [
  [/CT|DR|彩超|胃肠镜/, '06'],
  [/生化|血气|离心|冷藏/, '22'],
  [/呼吸机|麻醉|除颤|吸引/, '08'],
  [/血透/, '10'],
  [/手术/, '01'],
  [/灭菌/, '11'],
  [/泵/, '14'],
  [/病床|暖箱/, '15'],
]

export interface Catalogues {
  /** The catalogue columns of a card, by its common name and maker. */
  of(commonName: string, maker: string): { classify_id: string; assets_category_id: string; supplier_id: string }
}

const insert = (tx: Transaction, table: string, rows: readonly Record<string, unknown>[]): void => {
  const columns = Object.keys(rows[0]!).join(', ')
  tx.later({
    text: `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
    values: [JSON.stringify(rows)],
  })
}

/** Adds classes, categories and one supplier per maker; returns the catalogue columns of cards. */
export function demoCatalogues(tx: Transaction): Catalogues {
  const ids = (names: readonly string[]) => new Map(names.map((name) => [name, v7()]))
  const classIds = ids(Object.keys(classes))
  const categoryIds = ids(Object.keys(categories))
  const supplierIds = ids([...new Set(models.map((model) => model[3]))])
  const node = (id: string, sort: number) => ({ tenant_id: tx.tenantId, id, version: 1, path: `${id}/`, sort })
  insert(
    tx,
    'device_class',
    Object.entries(classes)
      .sort()
      .map(([code, name], index) => ({ ...node(classIds.get(code)!, index + 1), class_name: name, class_code: code })),
  )
  insert(
    tx,
    'assets_category',
    Object.entries(categories).map(([name, life], index) => ({
      ...node(categoryIds.get(name)!, index + 1),
      category_name: name,
      category_code: `ZC${String(index + 1).padStart(2, '0')}`,
      useful_life_months: life,
    })),
  )
  insert(
    tx,
    'supplier',
    [...supplierIds].map(([name, id], index) => ({
      tenant_id: tx.tenantId,
      id,
      version: 1,
      supplier_name: name,
      supplier_code: `GYS${String(index + 1).padStart(3, '0')}`,
      supplier_kind: 'maker',
    })),
  )
  return {
    of(commonName, maker) {
      const code = filed.find(([pattern]) => pattern.test(commonName))?.[1] ?? '07'
      return {
        classify_id: classIds.get(code)!,
        assets_category_id: categoryIds.get(categoryOf[code])!,
        supplier_id: supplierIds.get(maker)!,
      }
    },
  }
}
