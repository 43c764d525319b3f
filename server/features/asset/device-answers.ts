import { deviceByCode, deviceLifeCycle } from '#contract/calls/asset.ts'
import { device } from '#contract/entities/asset/device.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Field } from '#contract/kit/field.ts'
import { wireName } from '#contract/kit/shape.ts'
import type { View } from '#contract/kit/view.ts'
import type { Language, Words } from '#contract/kit/words.ts'
import { machinesOf } from '#contract/registry.ts'
import { Parameters, type Row } from '#server/db/query.ts'
import { scopeSql } from '#server/kit/access.ts'
import type { Context } from '#server/kit/context.ts'
import { codeOf } from '#server/kit/device-code.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { pageOf } from '#server/kit/list.ts'
import { read } from '#server/kit/refuse.ts'
import { finisher, select } from '#server/kit/select.ts'
import { codeProbes, meantBy } from './public.ts'

const verbs: Readonly<Record<string, Words>> = {
  add: { zh: '新增', en: 'Added' },
  change: { zh: '修改', en: 'Changed' },
  remove: { zh: '删除', en: 'Removed' },
  lines: { zh: '明细', en: 'Lines' },
}
const steps: Readonly<Record<string, Words>> = Object.fromEntries(machinesOf(device).flatMap((on) => Object.entries(on.steps)))

interface Change {
  from: unknown
  to: unknown
  fromName?: string | null
  toName?: string | null
}

function shown(field: Field | undefined, value: unknown, name: string | null | undefined, language: Language): string {
  if (value === null || value === undefined || value === '') return '—'
  if (field?.kind === 'choice') return field.of[String(value)]?.[language] ?? String(value)
  return name ?? String(value)
}

/** An event of a card in the words of the person. */
export function eventAnswer(view: View, language: Language, row: Row) {
  const fields = new Map(Object.entries(view.fields).map(([name, field]) => [wireName(name, field), field]))
  const changes = Object.entries((row.changes ?? {}) as Record<string, Change>).flatMap(([field, change]) => {
    const facts = fields.get(field)
    return facts
      ? [
          {
            field,
            label: facts[language],
            from: shown(facts, change.from, change.fromName, language),
            to: shown(facts, change.to, change.toName, language),
          },
        ]
      : []
  })
  const states = row.field ? view.entity.fields[String(row.field)] : undefined
  const move = row.field ? `${shown(states, row.from_state, null, language)} → ${shown(states, row.to_state, null, language)}` : ''
  const said = Object.values((row.input ?? {}) as Row)
    .filter((value) => typeof value === 'string')
    .join(' ')
  const content = [move, ...changes.map((one) => `${one.label}: ${one.from} → ${one.to}`), said].filter(Boolean).join('；')
  const words = verbs[String(row.verb)] ?? steps[String(row.verb)]
  return {
    id: row.id,
    eamDeviceId: row.entity_id,
    operationType: row.verb,
    operationTypeValue: words?.[language] ?? row.verb,
    eventType: words?.[language] ?? row.verb,
    operationTime: row.at,
    time: row.at,
    contact: row.actor_name,
    showContent: content,
    changes,
    version: row.version,
  }
}

function lifeCycle(context: Context) {
  const { eamDeviceId } = read({ eamDevice: deviceLifeCycle.input.eamDevice }, { eamDeviceId: context.input.eamDeviceId })
  const { current, size, offset } = pageOf(context)
  const view = context.actor.settings.view(device)
  const into = new Parameters()
  const tenant = into.add(context.actor.tenantId)
  const scope = scopeSql(device, context.actor, 't', into)
  const where = `e.tenant_id = ${tenant} and e.entity = 'device'${eamDeviceId ? ` and e.entity_id = ${into.add(eamDeviceId)}` : ''}
    and exists (select 1 from device t where t.tenant_id = e.tenant_id and t.id = e.entity_id and not t.is_deleted${scope ? ` and ${scope}` : ''})`
  const counted = [...into.values]
  const page = `select e.* from audit_event e where ${where} order by e.id desc limit ${into.add(size)} offset ${into.add(offset)}`
  return {
    queries: [
      { text: page, values: into.values },
      { text: `select count(*) as total from audit_event e where ${where}`, values: counted },
    ],
    answer: ([rows, count]: { rows: Row[] }[]) => {
      const total = Number(count!.rows[0]!.total)
      return {
        records: rows!.rows.map((row) => eventAnswer(view, context.language, row)),
        total,
        size,
        current,
        pages: Math.ceil(total / size),
      }
    },
  }
}

/** One card by what is on its label: RFID, QR token or URL, asset number, national asset code. */
function byCode(context: Context) {
  const { rfidCode } = read(deviceByCode.input, { rfidCode: context.input.rfidCode }) as { rfidCode: string }
  const view = context.actor.settings.view(device)
  const selection = select(view)
  const into = new Parameters()
  const tenant = into.add(context.actor.tenantId)
  const code = into.add(codeOf(rfidCode))
  const scope = scopeSql(device, context.actor, 't', into)
  const live = `t.tenant_id = ${tenant} and not t.is_deleted${scope ? ` and ${scope}` : ''}`
  const text = `select ${selection.columns}, found.rank from device t join (${codeProbes(live, code)}) found on found.id = t.id${selection.joins} where t.tenant_id = ${tenant} order by found.rank, t.id limit 3`
  return {
    queries: [{ text, values: into.values }],
    answer: ([rows]: { rows: Row[] }[]) => {
      const meant = meantBy(rows!.rows)
      const row = rows!.rows.find((one) => one.id === meant)
      if (!row) throw new Refusal('not_found', { what: device })
      const { rank: _, ...card } = row
      return finisher(view, selection.fields, context.language, context.actor)(card)
    },
  }
}

export const deviceAnswers: readonly Answer[] = [answer(deviceByCode, { read: byCode }), answer(deviceLifeCycle, { read: lifeCycle })]
