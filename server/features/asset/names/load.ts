import { v7 as uuid } from 'uuid'
import { loadNames } from '#contract/calls/asset/standard-names.ts'
import { deviceClass } from '#contract/entities/asset/device/device-class.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Context } from '#server/kit/context.ts'
import { read } from '#server/kit/refuse.ts'
import { recordMany } from '#server/kit/steps/event.ts'
import { writeRows } from '#server/kit/write/write-rows.ts'
import { builtInNames, builtInSource } from './built-in.ts'
import { classStandards } from './class-standards.ts'
import { classOfCode } from './ground.ts'

/** Adds the built-in names that the hospital does not have; answers how many. */
async function loadDictionary(context: Context, tx: Transaction, byCode: ReadonlyMap<string, string>): Promise<number> {
  const { rows: there } = await tx.run({
    text: 'select standard_name from device_term where tenant_id = $1 and not is_deleted',
    values: [tx.tenantId],
  })
  const taken = new Set(there.map((row) => row.standard_name))
  const rows = builtInNames
    .filter(({ zh }) => !taken.has(zh))
    .map(({ code, zh, en, alsoZh, alsoEn }) => ({
      id: uuid(),
      standard_name: zh,
      english_name: en,
      other_names: alsoZh.join('\n') || null,
      other_english_names: alsoEn.join('\n') || null,
      classify_id: classOfCode(byCode, code),
      source: builtInSource,
    }))
  tx.later({
    text: `insert into device_term (tenant_id, created_by, updated_by, id, standard_name, english_name, other_names, other_english_names, classify_id, source)
      select $1, $2, $2, v.id, v.standard_name, v.english_name, v.other_names, v.other_english_names, v.classify_id, v.source
      from jsonb_populate_recordset(null::device_term, $3::jsonb) v`,
    values: [tx.tenantId, context.actor.userId, JSON.stringify(rows)],
    once: true,
  })
  const events = rows.map((row) => ({ entityId: row.id, version: 1, changes: { standardName: { from: null, to: row.standard_name } } }))
  recordMany(context, tx, { entity: 'deviceTerm', verb: 'add' }, events)
  return rows.length
}

/** Fills useful life and verification of classes that say nothing of them; answers how many classes changed. */
async function loadStandards(context: Context, tx: Transaction): Promise<number> {
  const { rows } = await tx.run({
    text: `select * from device_class where tenant_id = $1 and not is_deleted and class_code = any($2) order by id for update`,
    values: [tx.tenantId, classStandards.map(({ code }) => code)],
  })
  const byCode = new Map(classStandards.map((one) => [one.code, one]))
  const changed = rows.map((row) => {
    const { months, lifeSource, measureType, measureSource } = byCode.get(String(row.class_code))!
    const takesLife = row.useful_life_months === null && months !== undefined
    const takesMeasure = row.measure_type === null && measureType !== undefined
    const set = {
      useful_life_months: takesLife ? months : row.useful_life_months,
      life_source: takesLife ? lifeSource : row.life_source,
      measure_type: takesMeasure ? measureType : row.measure_type,
      measure_source: takesMeasure ? measureSource : row.measure_source,
    }
    const changes = {
      ...(takesLife ? { usefulLifeMonths: { from: null, to: months } } : {}),
      ...(takesMeasure ? { measureType: { from: null, to: measureType } } : {}),
    }
    return { row, set, changes }
  })
  await writeRows(deviceClass, context, tx, { verb: 'change' }, changed)
  return changed.filter(({ changes }) => Object.keys(changes).length > 0).length
}

/** Puts the built-in dictionary and the official tables into those of the hospital; running it again adds what is missing. */
export async function loadBuiltIn(context: Context, tx: Transaction): Promise<{ names: number; classes: number }> {
  read(loadNames.input, context.input)
  // Two people who load at once: the second finds what the first has written.
  await tx.run({ text: `select pg_advisory_xact_lock(hashtextextended('names ' || $1, 0))`, values: [tx.tenantId] })
  const { rows } = await tx.run({
    text: 'select class_code, id from device_class where tenant_id = $1 and not is_deleted',
    values: [tx.tenantId],
  })
  const byCode = new Map(rows.map((row) => [String(row.class_code), String(row.id)]))
  return { names: await loadDictionary(context, tx, byCode), classes: await loadStandards(context, tx) }
}
