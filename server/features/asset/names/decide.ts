import { device } from '#contract/entities/asset/device/device.ts'
import { deviceClass } from '#contract/entities/asset/device/device-class.ts'
import { nameProposal, proposalDeciding } from '#contract/entities/asset/device/name-proposal.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { cutText } from '#contract/kit/fields/cut-text.ts'
import type { Parsed } from '#contract/kit/fields/parse.ts'
import type { Transaction } from '#server/db/pool.ts'
import { mayCall } from '#server/kit/access/access.ts'
import { type StepGiven, step } from '#server/kit/steps/step.ts'
import { lockRows } from '#server/kit/write/lock.ts'
import { changeCards } from '../cards/change-cards.ts'
import { catalogueOf } from './ground.ts'

/** What an acceptance says: the proposal, or what the person chose in its place with what the other class brings. */
async function accepted(tx: Transaction, row: StepGiven['row'], input: Parsed) {
  const chosen = input.classifyId ? (await catalogueOf(tx)).find(({ id }) => id === input.classifyId) : undefined
  if (input.classifyId && !chosen) throw new Refusal('not_found', { what: deviceClass })
  const facts = chosen
    ? {
        classify_id: chosen.id,
        risk_level: chosen.riskLevel,
        useful_life_months: chosen.usefulLifeMonths,
        measure_type: chosen.measureType,
      }
    : {}
  // Another class without a name of its own is taken under the name of the class, not under that of what was refused.
  const other =
    input.standardName ??
    (chosen && chosen.id !== row.classify_id
      ? cutText(nameOf(row, chosen.id) ?? chosen.name, nameProposal.fields.standardName.max)
      : undefined)
  return { ...facts, ...(other ? { standard_name: other } : {}) }
}

/** The name under which a class stood among the alternatives. */
function nameOf(row: StepGiven['row'], classId: string): string | undefined {
  const others = (row.alternatives ?? []) as { standardName: string; classifyId: string | null }[]
  return others.find((one) => one.classifyId === classId)?.standardName
}

/** A card takes name, class, risk class and verification; a useful life only where it has none, as books may be charged by it already. */
async function writeCard({ context, tx }: StepGiven, id: string, said: Record<string, unknown>): Promise<void> {
  if (!mayCall(context.actor, 'device.submit', 'device.submit'))
    throw new Refusal('forbidden', { right: { zh: '修改设备卡', en: 'Change device cards' } })
  const [card] = await lockRows(device, context, tx, [id])
  const draft: Parsed = { commonName: said.standard_name, classifyId: said.classify_id }
  if (said.risk_level) draft.riskLevel = said.risk_level
  if (said.measure_type) {
    draft.measureType = said.measure_type
    if (said.measure_type === 'mandatory') draft.isMeasure = 1
  }
  if (said.useful_life_months && !card!.useful_life_months) draft.usefulLifeMonths = said.useful_life_months
  await changeCards(context, tx, { verb: 'change' }, [{ row: card!, draft }])
}

step(proposalDeciding, 'accept', async (given) => {
  const { tx, row, input } = given
  const set = await accepted(tx, row, input)
  const said = { ...row, ...set }
  if (!said.standard_name)
    throw new Refusal('rule', { zh: '没有建议名称，请填写名称和分类', en: 'There is no proposal. Enter a name and a class' })
  if (row.device_id) await writeCard(given, String(row.device_id), said)
  return set
})
