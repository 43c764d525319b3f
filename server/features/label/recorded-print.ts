import { labelContents } from '#contract/calls/label/label.ts'
import { barcodeFields, type LabelKind, labelLines, labelTargets } from '#contract/entities/label/label-lines.ts'
import { labelPrint } from '#contract/entities/label/label-print.ts'
import type { Entity } from '#contract/kit/entity/entity.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { snake } from '#contract/kit/fields/names.ts'
import { contentOf, type LabelContent } from '#contract/label/label-content.ts'
import type { LabelDesign } from '#contract/label/label-design.ts'
import { Parameters, type Query, type Rows } from '#server/db/query.ts'
import { scopeSql } from '#server/kit/access/access.ts'
import type { Context } from '#server/kit/context.ts'
import { finisher, select } from '#server/kit/read/select.ts'
import { read } from '#server/kit/refuse.ts'
import { tableName } from '#server/kit/table.ts'
import type { StoredLogo } from './logo.ts'

/** A printing that its maker has recorded, with what stands on each of its labels. */
export interface RecordedPrint {
  readonly templateName: string
  readonly hospital: string
  readonly copies: number
  readonly startAt: number
  readonly design: LabelDesign
  readonly contents: LabelContent[]
  readonly logo: StoredLogo | undefined
}

/** How long its creator may fetch a recorded print job; later it is printed again, which is recorded. */
const openFor = '10 minutes'

const fieldsRead = {
  device: new Set<string>([...Object.keys(labelLines.device), ...Object.keys(barcodeFields), 'qrToken', 'eamStatus', 'filingStatus']),
  room: new Set<string>([...Object.keys(labelLines.room), 'fullName']),
  set: new Set<string>([...Object.keys(labelLines.set), 'qrToken']),
} as const
const kinds: readonly LabelKind[] = ['device', 'room', 'set']

/** The labelled rows of one kind that the person still sees, in the order of the printing; none when it is of the other kind. */
function rowsQuery(context: Context, kind: LabelKind, id: string): Query {
  const of: Entity = labelTargets[kind]
  const into = new Parameters()
  const [tenant, print] = [into.add(context.actor.tenantId), into.add(id)]
  const scope = scopeSql(of, context.actor, 't', into)
  const selection = select(context.actor.settings.view(of), fieldsRead[kind])
  return {
    text: `select ${selection.columns}, t.qr_token as "qrToken" from label_item i join ${tableName(of)} t on t.tenant_id = i.tenant_id and t.id = i.${snake(of.name)}_id${selection.joins}
      where i.tenant_id = ${tenant} and i.print_id = ${print}::uuid and not t.is_deleted${scope ? ` and ${scope}` : ''} order by i.seq`,
    values: into.values,
  }
}

/**
 * Reads the printing that a call names by `id`. The plan's answer refuses one that is not the person's own or was too old at `askedAt` (ISO; now when
 * absent).
 */
export function recordedPrint(context: Context, askedAt?: string): { queries: Query[]; print(results: Rows[]): RecordedPrint } {
  const { id } = read(labelContents.input, { id: context.input.id }) as { id: string }
  const { tenantId, userId, settings } = context.actor
  const print: Query = {
    text: `select p.*, n.tenant_name, f.sha256, f.file_type, f.file_size from label_print p join tenant n on n.id = p.tenant_id
      left join file f on f.tenant_id = p.tenant_id and f.id = (p.design->'logo'->>'id')::uuid
      where p.tenant_id = $1 and p.id::text = $2 and p.created_by = $3 and p.created_at > coalesce($4::timestamptz, now()) - interval '${openFor}'`,
    values: [tenantId, id.toLowerCase(), userId, askedAt ?? null],
  }
  const isNamed = /^[0-9a-f-]{36}$/i.test(id)
  const missing = () => new Refusal('not_found', { what: labelPrint })
  if (!isNamed) throw missing()
  return {
    queries: [print, ...kinds.map((kind) => rowsQuery(context, kind, id))],
    print([found, ...rows]) {
      const row = found!.rows[0]
      if (!row) throw missing()
      const kind = row.label_kind as LabelKind
      const design = row.design as LabelDesign
      const labelled = rows[kinds.indexOf(kind)]!.rows
      // All of them have been removed since, or left the person's scope.
      if (labelled.length === 0) throw new Refusal('not_found', { what: labelTargets[kind] })
      const view = settings.view(labelTargets[kind])
      const finish = finisher(view, select(view, fieldsRead[kind]).fields, context.language, null)
      const given = {
        lines: design.lines,
        base: String(row.base),
        language: context.language,
        barcode: design.barcode,
        hasUdi: design.udiSize !== undefined,
      }
      return {
        templateName: String(row.template_name),
        hospital: String(row.tenant_name),
        copies: Number(row.copies),
        startAt: Number(row.start_at),
        design,
        contents: labelled.map((one) => contentOf(kind, view, given, finish(one))),
        logo: row.sha256 ? { sha256: String(row.sha256), fileType: String(row.file_type), fileSize: Number(row.file_size) } : undefined,
      }
    },
  }
}
