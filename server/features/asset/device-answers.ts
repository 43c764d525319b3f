import { deviceByCode } from '#contract/calls/asset.ts'
import { device } from '#contract/entities/asset/device.ts'
import type { AnswerOf } from '#contract/kit/answer.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { Parameters, type Row } from '#server/db/query.ts'
import { scopeSql } from '#server/kit/access.ts'
import type { Context } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { read } from '#server/kit/refuse.ts'
import { finisher, selectApart } from '#server/kit/select.ts'
import { codeOf } from './printed-code.ts'
import { codeProbes, meantBy } from './public.ts'

/** One card by what is on its label: RFID, QR token or URL, asset number, national asset code. */
function byCode(context: Context) {
  const { rfidCode } = read(deviceByCode.input, { rfidCode: context.input.rfidCode }) as { rfidCode: string }
  const view = context.actor.settings.view(device)
  const selection = selectApart(view)
  const into = new Parameters()
  const tenant = into.add(context.actor.tenantId)
  const code = into.add(codeOf(rfidCode))
  const scope = scopeSql(device, context.actor, 't', into)
  const live = `t.tenant_id = ${tenant} and not t.is_deleted${scope ? ` and ${scope}` : ''}`
  const text = `select ${selection.columns}, found.rank from device t join (${codeProbes(live, code)}) found on found.id = t.id${selection.joins} where t.tenant_id = ${tenant} order by found.rank, t.id limit 3`
  return {
    queries: [{ text, values: into.values, named: selection.named }],
    answer: ([rows]: { rows: Row[] }[]) => {
      const meant = meantBy(rows!.rows)
      const row = rows!.rows.find((one) => one.id === meant)
      if (!row) throw new Refusal('not_found', { what: device })
      const { rank: _, ...card } = row
      return finisher(view, selection.fields, context.language, context.actor)(card) as AnswerOf<typeof deviceByCode>
    },
  }
}

export const deviceAnswers: readonly Answer[] = [answer(deviceByCode, { read: byCode })]
