import { v7 as uuid } from 'uuid'
import { proposeNames } from '#contract/calls/asset/standard-names.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { nameProposal } from '#contract/entities/asset/device/name-proposal.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { cutText } from '#contract/kit/fields/cut-text.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters, type Row } from '#server/db/query.ts'
import { mayList, scopeSql } from '#server/kit/access/access.ts'
import type { Context } from '#server/kit/context.ts'
import { read, refusalOf } from '#server/kit/refuse.ts'
import { recordMany } from '#server/kit/steps/event.ts'
import { groundOf } from './ground.ts'
import type { CatalogueClass, Meaning } from './provider.ts'
import { similarity } from './similarity.ts'

/** What proposes; another provider takes its place here. */
const provider = similarity

interface AskedName {
  readonly name: string
  readonly deviceId: string | null
  readonly deviceName: string | null
}

/** The names of cards that the person sees; the others are left out. */
async function cardNames(context: Context, tx: Transaction, ids: readonly string[]): Promise<AskedName[]> {
  if (ids.length === 0 || !mayList(context.actor, device)) return []
  const into = new Parameters()
  const tenant = into.add(tx.tenantId)
  const wanted = into.add(ids)
  const scope = scopeSql(device, context.actor, 'd', into)
  const { rows } = await tx.run({
    text: `select d.id, d.device_name from device d where d.tenant_id = ${tenant} and d.id = any(${wanted}::uuid[]) and not d.is_deleted${scope ? ` and ${scope}` : ''}`,
    values: into.values,
  })
  return rows.map((row) => ({ name: String(row.device_name), deviceId: String(row.id), deviceName: String(row.device_name) }))
}

const { standardName, matchedWith } = nameProposal.fields
const rounded = (score: number): number => Math.round(score * 1000) / 1000

/** The columns of a proposal; all of them empty where nothing is alike. */
function columnsOf(asked: AskedName, meanings: readonly Meaning[], classes: ReadonlyMap<string, CatalogueClass>) {
  const [best, ...others] = meanings
  const of = best?.classId ? classes.get(best.classId) : undefined
  return {
    id: uuid(),
    input_name: asked.name,
    device_id: asked.deviceId,
    standard_name: best ? cutText(best.standardName, standardName.max) : null,
    classify_id: best?.classId ?? null,
    risk_level: of?.riskLevel ?? null,
    useful_life_months: of?.usefulLifeMonths ?? null,
    measure_type: of?.measureType ?? null,
    score: rounded(best?.score ?? 0),
    matched_with: best ? cutText(best.matchedWith, matchedWith.max) : null,
    alternatives: others.map(({ standardName, classId, score }) => ({
      standardName,
      classifyId: classId,
      classifyName: (classId && classes.get(classId)?.name) ?? null,
      score: rounded(score),
    })),
    provider: provider.name,
    proposal_status: 'pending',
  }
}

/** Open proposals for the same cards, and the person's own for the same names, give way to the new ones. */
function replaceOpen(context: Context, tx: Transaction, asked: readonly AskedName[]): void {
  const cards = asked.flatMap(({ deviceId }) => (deviceId ? [deviceId] : []))
  const names = asked.flatMap(({ name, deviceId }) => (deviceId ? [] : [name]))
  tx.later({
    text: `delete from name_proposal where tenant_id = $1 and proposal_status = 'pending'
      and (device_id = any($2::uuid[]) or device_id is null and created_by = $3 and input_name = any($4::text[]))`,
    values: [tx.tenantId, cards, context.actor.userId, names],
  })
}

/** Proposes for names and cards, and keeps what was proposed. */
export async function propose(context: Context, tx: Transaction): Promise<AnswerOf<typeof proposeNames>> {
  const { names, ids, nameLanguage } = read(proposeNames.input, context.input) as {
    names?: { name: string }[] | null
    ids?: string[] | null
    nameLanguage?: 'zh' | 'en' | null
  }
  const typed = [...new Set((names ?? []).map(({ name }) => name.trim()))].map((name) => ({ name, deviceId: null, deviceName: null }))
  const asked: AskedName[] = [...typed, ...(await cardNames(context, tx, ids ?? []))]
  if (asked.length === 0) throw refusalOf([{ field: 'names', label: proposeNames.input.names, rule: 'required' }])
  const ground = await groundOf(tx, nameLanguage ?? 'zh')
  const classes = new Map(ground.classes.map((one) => [one.id, one]))
  const meanings = await provider.propose(
    asked.map(({ name }) => name),
    ground,
  )
  const rows = asked.map((one, at) => columnsOf(one, meanings[at]!, classes))
  replaceOpen(context, tx, asked)
  const columns = Object.keys(rows[0]!)
  tx.later({
    text: `insert into name_proposal (tenant_id, created_by, updated_by, ${columns.join(', ')})
      select $1, $2, $2, ${columns.map((column) => `v.${column}`).join(', ')} from jsonb_populate_recordset(null::name_proposal, $3::jsonb) v`,
    values: [tx.tenantId, context.actor.userId, JSON.stringify(rows)],
    once: true,
  })
  recordMany(
    context,
    tx,
    { entity: 'nameProposal', verb: 'add' },
    rows.map((row) => ({ entityId: row.id, version: 1, changes: {} })),
  )
  return rows.map((row, at) => answerOf(row, asked[at]!, classes))
}

function answerOf(
  row: ReturnType<typeof columnsOf>,
  asked: AskedName,
  classes: ReadonlyMap<string, CatalogueClass>,
): AnswerOf<typeof proposeNames>[number] {
  const answer: Row = {
    id: row.id,
    version: 1,
    inputName: row.input_name,
    deviceId: asked.deviceId,
    deviceName: asked.deviceName,
    standardName: row.standard_name,
    classifyId: row.classify_id,
    classifyName: (row.classify_id && classes.get(row.classify_id)?.name) ?? null,
    riskLevel: row.risk_level,
    usefulLifeMonths: row.useful_life_months,
    measureType: row.measure_type,
    score: row.score,
    matchedWith: row.matched_with,
    alternatives: row.alternatives,
  }
  return answer as unknown as AnswerOf<typeof proposeNames>[number]
}
