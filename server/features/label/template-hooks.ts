import { labelTemplate } from '#contract/entities/label/label-template.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { snake } from '#contract/kit/names.ts'
import type { Parsed } from '#contract/kit/parse.ts'
import { codeOf } from '#contract/label-content.ts'
import { designOf } from '#contract/label-design.ts'
import { designTrouble, saidBy } from '#contract/label-layout.ts'
import { sheetTrouble } from '#contract/label-sheet.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { hook } from '#server/kit/hooks.ts'
import { refusalOf } from '#server/kit/refuse.ts'
import { logoRatio } from './logo.ts'
import { squaresOf } from './squares.ts'
import { storedLogo } from './stored-logo.ts'
import { troubleRefusal } from './trouble.ts'

/** One of the shortest addresses there are; a longer one is judged when labels are printed. */
const shortest = codeOf('http://h', 'a'.repeat(12))

/** Refuses labels that do not lie on their paper, and QR codes that cannot be read or do not fit. */
function refuseMisfit(values: Readonly<Record<string, unknown>>): void {
  const design = designOf(values, values.labelKind === 'room' ? 'room' : 'device')
  const sheet = sheetTrouble(design)
  if (sheet) throw new Refusal('rule', { ...sheet })
  const trouble = designTrouble(design, squaresOf(saidBy(design, shortest)).length)
  if (trouble) throw troubleRefusal(trouble)
}

/** The ratio of a logo that the draft names; nothing when it names none. */
async function ratioOf(context: Context, tx: Transaction, draft: Parsed, templateId: string): Promise<Record<string, unknown> | undefined> {
  if (!('logo' in draft)) return undefined
  const [id] = (draft.logo as string[] | null) ?? []
  if (!id) return { logo_ratio: null }
  const found = await tx.run(storedLogo(tx.tenantId, id, { userId: context.actor.userId, templateId }))
  const row = found.rows[0]
  if (!row) throw refusalOf([{ field: 'logo', label: labelTemplate.fields.logo, rule: 'absent' }])
  return { logo_ratio: await logoRatio(context, row as never) }
}

const byWire = (row: Row): Record<string, unknown> =>
  Object.fromEntries(Object.keys(labelTemplate.fields).map((name) => [name, row[snake(name)]]))

hook(labelTemplate, {
  async beforeAdd(context, tx, { id, draft }) {
    refuseMisfit(draft)
    return ratioOf(context, tx, draft, id)
  },
  async beforeChange(context, tx, { row, draft }) {
    refuseMisfit({ ...byWire(row), ...draft })
    return ratioOf(context, tx, draft, String(row.id))
  },
})
