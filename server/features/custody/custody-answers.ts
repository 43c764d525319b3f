import { type ApplyLineCall, applyLineCalls } from '#contract/calls/custody/apply-lines.ts'
import { applyDevices, auditUse, handOverCode } from '#contract/calls/custody/custody.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { applyKinds } from '#contract/entities/custody/apply-kinds.ts'
import { deviceApply } from '#contract/entities/custody/device-apply.ts'
import { deviceUse } from '#contract/entities/custody/device-use.ts'
import { deviceUseMachine } from '#contract/entities/custody/device-use-machine.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters, type Row, rowsAs } from '#server/db/query.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { answerOfLine } from '#server/kit/lines/line-answers.ts'
import { nameSql } from '#server/kit/read/by-name.ts'
import { codeSql } from '#server/kit/read/code-keyword.ts'
import { likeText } from '#server/kit/read/like.ts'
import { optionsOf } from '#server/kit/read/option-beside.ts'
import { keywordOf } from '#server/kit/read/search.ts'
import { idOf, idsOf, read } from '#server/kit/refuse.ts'
import { apply } from '#server/kit/steps/step.ts'
import { lockRows, lockSeen, refuseStale } from '#server/kit/write/lock.ts'
import { codeOf } from './hand-code.ts'

async function decideExtension(context: Context, tx: Transaction) {
  const { type, content, version } = read(auditUse.input, context.input) as {
    type: 'agree' | 'refuse'
    content?: string | null
    version?: number | null
  }
  const [row] = await lockRows(deviceUse, context, tx, [idOf(context)])
  await refuseStale(deviceUse, context, tx, row!, version)
  return apply(
    deviceUseMachine,
    type === 'agree' ? 'agreeExtension' : 'refuseExtension',
    context,
    tx,
    row!,
    content ? { note: content } : {},
  )
}

/** Devices of every department: who applies need not see their cards. */
function devicesToChoose(context: Context): ReadPlan<AnswerOf<typeof applyDevices>> {
  const { keyword, ids } = read(applyDevices.input, context.input) as { keyword?: string | null; ids?: string[] | null }
  const into = new Parameters()
  const where = [`t.tenant_id = ${into.add(context.actor.tenantId)}`, 'not t.is_deleted']
  if (ids) where.push(`t.id = any(${into.add(ids)}::uuid[])`)
  else where.push(`t.eam_status in ('in_stock', 'in_use')`)
  if (keyword) {
    const code = codeSql(context.actor.settings.view(device), keyword, context.actor.tenantId, into)
    where.push(`(t.search like ${into.add(`%${likeText(keywordOf(keyword))}%`)}${code ? ` or ${code}` : ''})`)
  }
  const columns = { name: `t.device_name || ' ' || t.device_code`, deviceName: 't.device_name', deviceCode: 't.device_code' }
  const options = optionsOf(context.actor.settings.view(device), context, into, columns)
  return {
    queries: [
      {
        text: `select ${options.columns} from device t${options.joins} where ${where.join(' and ')} order by ${nameSql('t.device_name')}, t.device_code limit ${ids ? 500 : 50}`,
        values: into.values,
        once: true,
        named: options.named,
      },
    ],
    answer: ([rows]) => rowsAs<Row>(rows).map((row) => options.of(row)) as unknown as AnswerOf<typeof applyDevices>,
  }
}

/** Refuses lines of an application of another kind than the address says. */
async function refuseOtherKind({ kind, line }: ApplyLineCall, context: Context, tx: Transaction): Promise<void> {
  // What is no id is refused by the call itself.
  if (line.acts === 'submit' && typeof (context.input.id ?? context.input.applyId) !== 'string') return
  const { rows } =
    line.acts === 'submit' && !context.input.id
      ? await tx.run({
          text: 'select type, id as apply_id from device_apply where tenant_id = $1 and id::text = $2',
          values: [tx.tenantId, String(context.input.applyId)],
        })
      : await tx.run({
          text: 'select distinct type, apply_id from device_apply_item where tenant_id = $1 and id::text = any($2::text[])',
          values: [tx.tenantId, line.acts === 'submit' ? [String(context.input.id)] : idsOf(context)],
        })
  if (rows.every((row) => row.type === kind)) return
  // The call itself refuses what the person does not see; of what kind it is stays with its department.
  const ids = [...new Set(rows.map((row) => String(row.apply_id)))]
  if ((await lockSeen(deviceApply, context, tx, ids)).length < ids.length) return
  const { zh, en } = applyKinds[kind]
  throw new Refusal('rule', { zh: `申请类型不是“${zh}”`, en: `The application type is not “${en}”` })
}

const lineAnswer = (given: ApplyLineCall): Answer => {
  const write = answerOfLine(given.line)
  return {
    of: given.of,
    async write(context, tx) {
      await refuseOtherKind(given, context, tx)
      return write(context, tx)
    },
  }
}

export const custodyAnswers: readonly Answer[] = [
  answer(auditUse, { write: decideExtension }),
  answer(handOverCode, {
    read: (context) => ({ queries: [], answer: () => codeOf(context.tools.secrets, context.actor) }),
  }),
  answer(applyDevices, { read: devicesToChoose }),
  ...applyLineCalls.map(lineAnswer),
]
