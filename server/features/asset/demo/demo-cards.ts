import { createHash } from 'node:crypto'
import { v7 } from 'uuid'
import type { Ownership } from '#contract/entities/asset/device/ownership.ts'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import { type Catalogues, demoCatalogues } from '#server/demo/demo-catalogues.ts'
import type { DemoGround } from '#server/demo/demo-ground.ts'
import { mostOf, placesOf } from '#server/demo/demo-homes.ts'
import { fridgeModel, models } from '#server/demo/demo-names.ts'
import { numbers } from '#server/demo/demo-numbers.ts'

const cards = 600

const hex = (text: string): string => createHash('sha256').update(text).digest('hex')
const letters = '0123456789abcdefghjkmnpqrstvwxyz'
const day = (year: number, month: number, date: number): string =>
  `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`

/** Devices of other owners by their common names, each with the share of its kind and the days until it is due back: analysers come with their reagents. */
const foreign: Readonly<Record<string, { readonly as: Ownership; readonly every: number; readonly days: number }>> = {
  生化分析仪: { as: 'placed', every: 1, days: 480 },
  血透机: { as: 'leased', every: 3, days: 170 },
  便携彩超: { as: 'trial', every: 7, days: 20 },
}

type Model = (typeof models)[number]

/** What stands in for large equipment of which the hospital has enough: pumps and beds. */
const many: readonly Model[] = models.filter(([, common]) => ['容量输液泵', '微量注射泵', '电动病床'].includes(common))

/** The model of a card; `had`: how many of each kind there are, by common name. */
function modelOf(drawn: Model, index: number, had: Map<string, number>): Model {
  const isEnough = (had.get(drawn[1]) ?? 0) >= (mostOf[drawn[1]] ?? Number.POSITIVE_INFINITY)
  const found = isEnough ? many[index % many.length]! : drawn
  had.set(found[1], (had.get(found[1]) ?? 0) + 1)
  return found
}

function card(tx: Transaction, index: number, random: () => number, around: DemoGround, catalogues: Catalogues, had: Map<string, number>) {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const drawn = modelOf(models[Math.floor(random() ** 1.6 * models.length)]!, index, had)
  const isFridge = index === cards - 1
  const [name, common, model, maker, origin, risk, important, price, life] = isFridge ? fridgeModel : drawn
  const year = 2016 + Math.floor(random() * 10)
  const bought = day(year, 1 + Math.floor(random() * 12), 1 + Math.floor(random() * 28))
  // What is installed is in no store.
  const inStock = random() < 0.06 && !(common in mostOf)
  const state = inStock ? 'in_stock' : random() < 0.05 ? 'idle' : 'in_use'
  // Every department has its devices: a scanner stands in radiology, a pump on a ward.
  const dept = around.depts.get(inStock ? '设备库房' : pick(placesOf(common) ?? ['检验科']))!
  const digits = hex(`card ${index}`)
  return {
    tenant_id: tx.tenantId,
    id: v7(),
    created_by: around.users.get('manager'),
    updated_by: around.users.get('manager'),
    created_at: `${bought}T02:00:00Z`,
    device_name: name,
    common_name: common,
    ...catalogues.of(common, maker),
    device_model: model,
    manufacturer: maker,
    origin,
    risk_level: risk,
    important_classification: important,
    device_code: `ZC-${year}-${String(index + 1).padStart(6, '0')}`,
    assets_code: random() < 0.85 ? `GZ${year}${digits.slice(0, 8).toUpperCase()}` : null,
    rfid_code: random() < 0.7 ? `E280${digits.slice(8, 28).toUpperCase()}` : null,
    qr_token: [...Buffer.from(digits.slice(0, 24), 'hex')].map((byte) => letters[byte & 31]).join(''),
    sn: `${model.replace(/\W/g, '').slice(0, 4).toUpperCase()}-${digits.slice(30, 38).toUpperCase()}`,
    registration_no: random() < 0.8 ? `国械注准${year}2${digits.slice(40, 45).replace(/\D/g, '7')}` : null,
    original_value: Math.round(price * (0.9 + random() * 0.2)).toFixed(2),
    ownership: 'owned',
    fund_source: pick(['fiscal', 'own', 'own', 'research', 'donated']),
    purchase_date: bought,
    enable_date: random() < 0.9 ? bought : null,
    useful_life_months: life,
    residual_rate: 0,
    depreciation_method: 'straight_line',
    manage_dept_id: around.depts.get('医学装备部'),
    use_dept_id: dept,
    location_id: pick(around.rooms.get(dept)!),
    keeper_id: random() < 0.3 ? around.users.get('keeper') : null,
    warranty_end: day(year + 3, 6, 30),
    maintain_cycle: pick([3, 6, 12]),
    maintain_cycle_unit: 'month',
    is_measure: random() < 0.4 ? 1 : 0,
    is_emergency: important === 'emergency' ? 1 : 0,
    eam_status: state,
    filing_status: random() < 0.94 ? 'filed' : pick(['draft', 'pending', 'returned']),
    custom: {},
    version: 1,
    is_deleted: false,
    updated_at: `${bought}T02:00:00Z`,
  }
}

type Card = ReturnType<typeof card>

/** The cards of which some belong to other owners: they were paid from no fund of the hospital and have an end. */
function withOwners(made: readonly Card[]) {
  const seen = new Map<string, number>()
  const today = homeDay(new Date())
  return made.map((one) => {
    const place = seen.get(one.common_name) ?? 0
    seen.set(one.common_name, place + 1)
    const of = foreign[one.common_name]
    const isForeign = of !== undefined && place % of.every === 0
    return isForeign
      ? { ...one, ownership: of.as, ownership_end: daysAfter(today, of.days), fund_source: null }
      : { ...one, ownership_end: null }
  })
}

const addedBy = (manager: string) => ({ verb: 'add', version: 1, actor_id: manager, actor_name: '陈科长' })

function addEvents(tx: Transaction, rows: readonly object[]): void {
  tx.later({
    text: 'insert into audit_event select * from jsonb_populate_recordset(null::audit_event, $1::jsonb)',
    values: [JSON.stringify(rows)],
  })
}

function events(tx: Transaction, made: readonly Pick<Card, 'id' | 'created_at' | 'eam_status'>[], manager: string): void {
  const rows = made.flatMap((one) => {
    const base = { tenant_id: tx.tenantId, entity: 'device', entity_id: one.id, actor_id: manager, actor_name: '陈科长' }
    const added = {
      ...base,
      id: v7(),
      verb: 'add',
      version: 1,
      at: one.created_at,
      field: null,
      from_state: null,
      to_state: null,
      input: null,
    }
    const received = {
      ...base,
      id: v7(),
      verb: 'receive',
      version: 1,
      at: one.created_at,
      field: 'eamStatus',
      from_state: 'in_stock',
      to_state: 'in_use',
      input: null,
    }
    const sealed = {
      ...base,
      id: v7(),
      verb: 'seal',
      version: 1,
      at: '2026-03-02T01:30:00Z',
      field: 'eamStatus',
      from_state: 'in_use',
      to_state: 'idle',
      input: { reason: '使用率低，暂时封存' },
    }
    return one.eam_status === 'in_stock' ? [added] : one.eam_status === 'idle' ? [added, received, sealed] : [added, received]
  })
  addEvents(tx, rows)
}

/** Parts that fit a device, by its common name. */
const fitting: Readonly<Record<string, readonly string[]>> = {
  多参数监护仪: ['血氧探头', '心电导联线', '血压袖带', '电池'],
  除颤仪: ['电池', '心电导联线', '打印头'],
  有创呼吸机: ['呼吸管路', '流量传感器', '氧电池'],
  麻醉系统: ['呼吸管路', '流量传感器', '氧电池'],
  十二导心电图机: ['心电导联线', '打印头', '电池'],
  电动病床: ['升降电机', '手控盒'],
  吸引器: ['储液瓶', '负压表'],
}
const anyParts = ['电池', '主板', '显示屏', '打印头'] as const

function parts(
  tx: Transaction,
  made: readonly Pick<Card, 'id' | 'common_name' | 'manufacturer' | 'purchase_date'>[],
  manager: string,
): void {
  const nameOf = (common: string, index: number): string => {
    const names = fitting[common] ?? anyParts
    return names[index % names.length]!
  }
  const rows = made.slice(0, 40).map((one, index) => ({
    tenant_id: tx.tenantId,
    id: v7(),
    version: 1,
    created_by: manager,
    updated_by: manager,
    part_name: nameOf(one.common_name, index),
    part_model: `P-${100 + index}`,
    device_id: one.id,
    manufacturer: one.manufacturer,
    quantity: 1 + (index % 5),
    unit_price: (80 + index * 37).toFixed(2),
    purchase_date: one.purchase_date,
  }))
  tx.later({
    text: `insert into device_part (tenant_id, id, version, created_by, updated_by, part_name, part_model, device_id, manufacturer, quantity, unit_price, purchase_date)
      select tenant_id, id, version, created_by, updated_by, part_name, part_model, device_id, manufacturer, quantity, unit_price, purchase_date from jsonb_populate_recordset(null::device_part, $1::jsonb)`,
    values: [JSON.stringify(rows)],
  })
  addEvents(
    tx,
    rows.map((row) => ({ ...addedBy(manager), tenant_id: tx.tenantId, id: v7(), entity: 'devicePart', entity_id: row.id, at: new Date() })),
  )
}

/** About 600 cards with their events, and parts of some. */
export async function demoCards(tx: Transaction, around: DemoGround): Promise<void> {
  const random = numbers(20_261_120)
  const catalogues = demoCatalogues(tx)
  const had = new Map<string, number>()
  const made = withOwners(Array.from({ length: cards }, (_, index) => card(tx, index, random, around, catalogues, had)))
  const manager = around.users.get('manager')!
  const columns = Object.keys(made[0]!).join(', ')
  tx.later({
    text: `insert into device (${columns}) select ${columns} from jsonb_populate_recordset(null::device, $1::jsonb)`,
    values: [JSON.stringify(made)],
  })
  const last = new Map<string, number>()
  for (const one of made) last.set(one.device_code.slice(0, 8), cards)
  for (const [prefix, value] of last)
    tx.later({
      text: 'insert into number_counter (tenant_id, key, value) values ($1, $2, $3)',
      values: [tx.tenantId, `device ${prefix}000000`, value],
    })
  events(tx, made, manager)
  parts(tx, made, manager)
}
