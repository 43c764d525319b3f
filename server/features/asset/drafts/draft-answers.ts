import { captureDevice, draftTwins } from '#contract/calls/asset/device-draft.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { deviceDraft } from '#contract/entities/asset/drafts/device-draft.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { isEmpty } from '#contract/kit/fields/same.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters, type Row } from '#server/db/query.ts'
import { scopeSql } from '#server/kit/access/access.ts'
import type { Context } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { read } from '#server/kit/refuse.ts'
import { submit } from '#server/kit/write/save.ts'

/** By what a draft can be told from an empty one. */
const evidence = ['photos', 'labelCode', 'deviceName', 'sn', 'assetTagNo', 'udiDi'] as const

/** A draft of what a phone saw; what the hospital hides is left out. */
function capture(context: Context, tx: Transaction) {
  const view = context.actor.settings.view(deviceDraft)
  const shown = new Set(Object.entries(view.fields).map(([name, field]) => wireName(name, field)))
  const seen = read(captureDevice.input, context.input)
  if (evidence.every((name) => isEmpty(seen[name])))
    throw new Refusal('rule', { zh: '请拍铭牌、扫编码或填写设备名称', en: 'Take a photo, scan a code or enter a device name' })
  const said = Object.entries(seen)
  const input = Object.fromEntries(said.filter(([name, value]) => shown.has(name) && !isEmpty(value)))
  return submit(view, { ...context, input }, tx)
}

/** Numbers of the hospital that a card carries, as keys. */
const numbers = ['device_code_key', 'asset_tag_no_key', 'rfid_code_key', 'assets_code_key'] as const

/** Cards and waiting drafts, as far as the person sees them, that say the same serial number, UDI or number. */
function twins(context: Context) {
  const { ids } = read(draftTwins.input, context.input) as { ids: string[] }
  const into = new Parameters()
  const [tenant, chosen] = [into.add(context.actor.tenantId), into.add(ids)]
  const scoped = (of: typeof device | typeof deviceDraft, alias: string): string => scopeSql(of, context.actor, alias, into) || 'true'
  const mine = scoped(deviceDraft, 'm')
  const draft = `select m.id, m.sn, m.sn_key, m.asset_tag_no, m.asset_tag_no_key, m.udi_di, m.udi_pi, m.label_code, code_key(m.label_code) as label_key
    from device_draft m where m.tenant_id = ${tenant} and m.id = any(${chosen}::uuid[]) and not m.is_deleted and m.draft_state = 'waiting' and ${mine}`
  const card = (by: string, value: string, match: string, where: string): string =>
    `select d.id as draft_id, '${by}' as by, ${value} as value, t.id as device_id, null::uuid as twin_id, t.device_name as name, t.device_code as code
      from (${draft}) d join device t on t.tenant_id = ${tenant} and not t.is_deleted and ${match} where ${where} and ${scoped(device, 't')}`
  const other = (by: string, value: string, match: string, where: string): string =>
    `select d.id, '${by}', ${value}, null::uuid, t.id, t.device_name, t.draft_no
      from (${draft}) d join device_draft t on t.tenant_id = ${tenant} and not t.is_deleted and t.draft_state = 'waiting' and t.id <> d.id and ${match} where ${where} and ${scoped(deviceDraft, 't')}`
  const text = `select distinct on (draft_id, coalesce(device_id, twin_id)) * from (
    ${[
      card('sn', 'd.sn', 't.sn_key = d.sn_key', `d.sn_key <> ''`),
      card('udi', 'd.udi_pi', 't.udi_di = d.udi_di and t.udi_pi = d.udi_pi', `strpos(d.udi_pi, '(21)') > 0`),
      ...numbers.flatMap((key) => [
        card('number', 'd.asset_tag_no', `t.${key} = d.asset_tag_no_key`, `d.asset_tag_no_key <> ''`),
        card('number', 'd.label_code', `t.${key} = d.label_key`, `d.label_key <> ''`),
      ]),
      card('number', 'd.label_code', 't.qr_token = lower(d.label_key)', `d.label_key <> ''`),
      other('sn', 'd.sn', 't.sn_key = d.sn_key', `d.sn_key <> ''`),
      other('udi', 'd.udi_pi', 't.udi_di = d.udi_di and t.udi_pi = d.udi_pi', `strpos(d.udi_pi, '(21)') > 0`),
      other('number', 'd.asset_tag_no', 't.asset_tag_no_key = d.asset_tag_no_key', `d.asset_tag_no_key <> ''`),
    ].join('\n    union all ')}
  ) found order by draft_id, coalesce(device_id, twin_id), by limit 1000`
  return {
    queries: [{ text, values: into.values }],
    answer: ([found]: { rows: Row[] }[]) =>
      found!.rows.map((row) => ({
        draftId: String(row.draft_id),
        by: String(row.by),
        value: String(row.value),
        deviceId: row.device_id === null ? null : String(row.device_id),
        twinId: row.twin_id === null ? null : String(row.twin_id),
        name: (row.name ?? null) as string | null,
        code: (row.code ?? null) as string | null,
      })),
  }
}

export const draftAnswers: readonly Answer[] = [answer(captureDevice, { write: capture }), answer(draftTwins, { read: twins })]
