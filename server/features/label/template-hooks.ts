import { type LabelKind, labelKinds } from '#contract/entities/label/label-lines.ts'
import { labelTemplate } from '#contract/entities/label/label-template.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { snake } from '#contract/kit/fields/names.ts'
import { isId, type Parsed, parse } from '#contract/kit/fields/parse.ts'
import { codeOf } from '#contract/label/label-content.ts'
import { designTrouble, qrTextOf } from '#contract/label/label-layout.ts'
import { printedDesign } from '#contract/label/label-margin.ts'
import { sheetTrouble } from '#contract/label/label-sheet.ts'
import { readAs, type Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { hook } from '#server/kit/hooks.ts'
import { refusalOf } from '#server/kit/refuse.ts'
import { logoRatio, type StoredLogo } from './logo.ts'
import { squaresOf } from './squares.ts'
import { storedLogo } from './stored-logo.ts'
import { troubleRefusal } from './trouble.ts'

/** One of the shortest addresses there are; a longer one is judged when labels are printed. */
const shortest = codeOf('http://h', 'a'.repeat(12))

/** Refuses labels that do not lie on their paper, and QR codes that cannot be read or do not fit. */
function refuseMisfit(values: Readonly<Record<string, unknown>>): void {
  const design = printedDesign(values, Object.hasOwn(labelKinds, String(values.labelKind)) ? (values.labelKind as LabelKind) : 'device')
  const sheet = sheetTrouble(design)
  if (sheet) throw new Refusal('rule', { ...sheet })
  const trouble = designTrouble(design, squaresOf(qrTextOf(design, shortest)).length)
  if (trouble) throw troubleRefusal(trouble)
}

/** A picture that was looked at before the transaction. */
interface Looked {
  readonly sha256: string
  readonly ratio: number
}

/** Looks at the logo that a draft names; undefined when it names none that the person may use. */
async function lookAtLogo(context: Context): Promise<Looked | undefined> {
  const { input, actor, tools } = context
  const { logo } = parse({ logo: labelTemplate.fields.logo }, { logo: input.logo }, { partial: true }).value
  const [id] = (logo as string[] | null | undefined) ?? []
  if (!id) return undefined
  const by = { userId: actor.userId, templateId: isId(input.id) ? input.id : id }
  const [found] = await readAs(tools.pool, actor.tenantId, [storedLogo(actor.tenantId, id, by)])
  const row = found?.rows[0] as StoredLogo | undefined
  return row && { sha256: row.sha256, ratio: await logoRatio(context, row) }
}

/** The ratio of a logo that the draft names; nothing when it names none. */
async function ratioOf(context: Context, tx: Transaction, draft: Parsed, templateId: string): Promise<Record<string, unknown> | undefined> {
  if (!('logo' in draft)) return undefined
  const [id] = (draft.logo as string[] | null) ?? []
  if (!id) return { logo_ratio: null }
  const found = await tx.run(storedLogo(tx.tenantId, id, { userId: context.actor.userId, templateId }))
  const looked = context.asked as Looked | undefined
  if (!looked || found.rows[0]?.sha256 !== looked.sha256)
    throw refusalOf([{ field: 'logo', label: labelTemplate.fields.logo, rule: 'absent' }])
  return { logo_ratio: looked.ratio }
}

const byWire = (row: Row): Record<string, unknown> =>
  Object.fromEntries(Object.keys(labelTemplate.fields).map((name) => [name, row[snake(name)]]))

hook(labelTemplate, {
  ask: lookAtLogo,
  async beforeAdd(context, tx, { id, draft }) {
    refuseMisfit(draft)
    return ratioOf(context, tx, draft, id)
  },
  async beforeChange(context, tx, { row, draft }) {
    refuseMisfit({ ...byWire(row), ...draft })
    return ratioOf(context, tx, draft, String(row.id))
  },
})
