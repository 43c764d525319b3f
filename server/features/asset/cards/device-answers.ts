import { deviceByCode, deviceOfDi } from '#contract/calls/asset/asset.ts'
import { gtinOf, gtinWritings, plateOf } from '#contract/codes/plate-code.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { Parameters, type Row } from '#server/db/query.ts'
import { scopeSql } from '#server/kit/access/access.ts'
import type { Context } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { finisher, selectApart } from '#server/kit/read/select.ts'
import { read } from '#server/kit/refuse.ts'
import { meantBy, probeValues } from '../code-search.ts'
import { codeProbes } from '../public.ts'

/** One card by what is on its label, its chip or its maker's plate: RFID, QR token or URL, our numbers, GS1 text, serial number. */
function byCode(context: Context) {
  const { rfidCode } = read(deviceByCode.input, { rfidCode: context.input.rfidCode }) as { rfidCode: string }
  const view = context.actor.settings.view(device)
  const selection = selectApart(view)
  const into = new Parameters()
  const tenant = into.add(context.actor.tenantId)
  const [text, key, serial, gtins] = probeValues(rfidCode)
  const places = [into.add(text), into.add(key), into.add(serial), into.add(gtins)] as const
  const scope = scopeSql(device, context.actor, 't', into) || 'true'
  const query = `select ${selection.columns}, found.rank, found.exact from device t join (${codeProbes(tenant, ...places, scope)}) found on found.id = t.id${selection.joins} where t.tenant_id = ${tenant} order by found.rank, found.exact desc, t.id limit 4`
  return {
    queries: [{ text: query, values: into.values, named: selection.named }],
    answer: ([rows]: { rows: Row[] }[]) => {
      const meant = meantBy(rows!.rows)
      const row = rows!.rows.find((one) => one.id === meant)
      if (!row) throw new Refusal('not_found', { what: device })
      const { rank: _, exact: __, ...card } = row
      return finisher(view, selection.fields, context.language, context.actor)(card) as AnswerOf<typeof deviceByCode>
    },
  }
}

/** The card of the same product that was changed last, among those that the person sees. Where the hospital hides identifiers there is none. */
function ofDi(context: Context) {
  const { udiDi } = read(deviceOfDi.input, { udiDi: context.input.udiDi }) as { udiDi: string }
  const view = context.actor.settings.view(device)
  const selection = selectApart(view)
  const into = new Parameters()
  const tenant = into.add(context.actor.tenantId)
  const gtin = plateOf(udiDi)?.udiDi ?? gtinOf(udiDi)
  const writings = into.add(view.fields.udiDi && /^\d{14}$/.test(gtin) ? gtinWritings(gtin) : [])
  const scope = scopeSql(device, context.actor, 't', into) || 'true'
  const query = `select ${selection.columns} from device t${selection.joins} where t.tenant_id = ${tenant} and not t.is_deleted and ${scope} and t.udi_di = any(${writings}::text[]) order by t.updated_at desc, t.id limit 1`
  return {
    queries: [{ text: query, values: into.values, named: selection.named }],
    answer: ([rows]: { rows: Row[] }[]) =>
      rows!.rows.map(finisher(view, selection.fields, context.language, context.actor)) as unknown as AnswerOf<typeof deviceOfDi>,
  }
}

export const deviceAnswers: readonly Answer[] = [answer(deviceByCode, { read: byCode }), answer(deviceOfDi, { read: ofDi })]
