import type { Transaction } from '#server/db/pool.ts'
import { builtInNames } from './built-in.ts'
import { classStandards } from './class-standards.ts'
import type { CatalogueClass, DictionaryName, NameGround } from './provider.ts'

interface ClassRow {
  readonly id: string
  readonly class_code: string
  readonly class_name: string
  readonly parent_id: string | null
  readonly risk_level: string | null
  readonly useful_life_months: number | null
  readonly measure_type: string | null
}

/** A code and the codes above it, the nearest first: 07-04-01, 07-04, 07. */
export const codesUp = (code: string): string[] => [code, code.split('-').slice(0, 2).join('-'), code.split('-')[0]!]

/** What the built-in tables say of a class, from the nearest code that says it. */
const standardOf = (code: string, fact: 'months' | 'measureType') =>
  codesUp(code).flatMap((one) => classStandards.filter((standard) => standard.code === one && standard[fact] !== undefined))[0]?.[fact]

/** The classes of the tenant, each with what it or a class above it says of life and verification; the built-in tables where none does. */
export async function catalogueOf(tx: Transaction): Promise<CatalogueClass[]> {
  const { rows } = await tx.run({
    text: `select id, class_code, class_name, parent_id, risk_level, useful_life_months, measure_type from device_class
      where tenant_id = $1 and not is_deleted order by class_code`,
    values: [tx.tenantId],
  })
  const classes = rows as unknown as ClassRow[]
  const byCode = new Map(classes.map((row) => [row.class_code, row]))
  const byId = new Map(classes.map((row) => [row.id, row]))
  const said = <K extends 'useful_life_months' | 'measure_type'>(row: ClassRow, column: K): ClassRow[K] | null => {
    const seen = new Set<string>()
    for (let at: ClassRow | undefined = row; at && !seen.has(at.id); at = byId.get(String(at.parent_id))) {
      if (at[column] !== null) return at[column]
      seen.add(at.id)
    }
    return codesUp(row.class_code).flatMap((code) => byCode.get(code)?.[column] ?? [])[0] ?? null
  }
  return classes.map((row) => ({
    id: row.id,
    code: row.class_code,
    name: row.class_name,
    riskLevel: row.risk_level,
    usefulLifeMonths: said(row, 'useful_life_months') ?? (standardOf(row.class_code, 'months') as number | undefined) ?? null,
    measureType: said(row, 'measure_type') ?? (standardOf(row.class_code, 'measureType') as string | undefined) ?? null,
  }))
}

/** The class of a code in a catalogue, or the nearest one above it. */
export const classOfCode = (byCode: ReadonlyMap<string, string>, code: string): string | null =>
  codesUp(code).flatMap((one) => byCode.get(one) ?? [])[0] ?? null

const linesOf = (text: unknown): string[] =>
  String(text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** The hospital's dictionary; the built-in one where it has none yet. */
async function dictionaryOf(tx: Transaction, classes: readonly CatalogueClass[], language: 'zh' | 'en'): Promise<DictionaryName[]> {
  const { rows } = await tx.run({
    text: `select standard_name, other_names, english_name, other_english_names, classify_id from device_term where tenant_id = $1 and not is_deleted`,
    values: [tx.tenantId],
  })
  if (rows.length > 0)
    return rows.map((row) => ({
      names: [row.standard_name, row.english_name, ...linesOf(row.other_names), ...linesOf(row.other_english_names)]
        .filter(Boolean)
        .map(String),
      standardName: String((language === 'en' && row.english_name) || row.standard_name),
      classId: row.classify_id as string | null,
    }))
  const byCode = new Map(classes.map(({ code, id }) => [code, id]))
  return builtInNames.map(({ code, zh, en, alsoZh, alsoEn }) => ({
    names: [zh, en, ...alsoZh, ...alsoEn],
    standardName: language === 'en' ? en : zh,
    classId: classOfCode(byCode, code),
  }))
}

/** So many of the newest decisions are looked at. */
const mostDecisions = 20_000

/** All that proposals for a tenant are made from, as its people see it now. */
export async function groundOf(tx: Transaction, language: 'zh' | 'en'): Promise<NameGround> {
  const classes = await catalogueOf(tx)
  const dictionary = await dictionaryOf(tx, classes, language)
  const { rows } = await tx.run({
    text: `select input_name, standard_name, classify_id, proposal_status from name_proposal
      where tenant_id = $1 and proposal_status <> 'pending' order by updated_at desc limit ${mostDecisions}`,
    values: [tx.tenantId],
  })
  const decisions = rows.map((row) => ({
    name: String(row.input_name),
    isAccepted: row.proposal_status === 'accepted',
    standardName: row.standard_name as string | null,
    classId: row.classify_id as string | null,
  }))
  return { classes, dictionary, decisions }
}
