import { Readable } from 'node:stream'
import { labelContents, labelPdf, labelPdfStart, labelPreview, labelPrintStart, labelZpl, mostLabels } from '#contract/calls/label/label.ts'
import type { LabelKind } from '#contract/entities/label/label-lines.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { withOwn } from '#contract/kit/entity/view.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { contentOf } from '#contract/label/label-content.ts'
import { pageCount } from '#contract/label/label-sheet.ts'
import { type Rows, rowsAs } from '#server/db/query.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { siteOf } from '#server/kit/outbound/site.ts'
import { finisher, selectApart } from '#server/kit/read/select.ts'
import { read } from '#server/kit/refuse.ts'
import { tableName } from '#server/kit/table.ts'
import { allWithCodes } from './codes.ts'
import { startPdf, suffix } from './label-pdf-kind.ts'
import { printableLogo } from './logo.ts'
import { recordedPrint } from './recorded-print.ts'
import { renderedPdf, renderedZpl } from './rendered-pdf.ts'
import { isStopped, printedBefore, type Selection, selectedRows, usualTemplate } from './selection.ts'
import { startPrint } from './start-print.ts'

interface Asked extends Selection {
  readonly lines?: readonly string[] | null
  readonly barcode?: string | null
  readonly withUdi?: number | null
  readonly size?: number | null
}

/** The first labels of a selection, how many there are (at most one more than can be printed), how many have been printed before, and how many devices are stopped. */
function preview(context: Context): ReadPlan<AnswerOf<typeof labelPreview>> {
  const lines = withOwn(labelPreview.input.lines, (entity) => context.actor.settings.custom.filter((row) => row.entity === entity))
  const given = read({ ...labelPreview.input, lines }, context.input) as unknown as Asked
  const base = siteOf(context.tools)
  const { of, view, where, into, order } = selectedRows(context, given)
  const kind: LabelKind = given.labelKind
  const selection = selectApart(view)
  const from = `from ${tableName(of)} t`
  return {
    queries: [
      {
        text: `select ${selection.columns}, t.qr_token as "qrToken" ${from}${selection.joins} where ${where} order by ${order} limit ${given.size ?? 50}`,
        values: into.values,
        named: selection.named,
      },
      {
        // More than can be printed are not counted.
        text: `select count(*)::int as total, count(*) filter (where found.again)::int as printed,
            count(*) filter (where found.stopped)::int as stopped,
            case when count(distinct coalesce(found.template, '')) = 1 then min(found.template) end as template
          from (select ${printedBefore(kind)} as again, ${isStopped(kind)} as stopped, ${usualTemplate(kind)} as template ${from} where ${where} limit ${mostLabels + 1}) found`,
        values: into.values,
      },
      { text: 'select tenant_name from tenant where id = $1', values: [context.actor.tenantId] },
    ],
    async answer([rows, counts, tenants]: Rows[]) {
      const finish = finisher(view, selection.fields, context.language, null)
      const wanted = { lines: given.lines ?? [], base, language: context.language, barcode: given.barcode, hasUdi: given.withUdi === 1 }
      return {
        ...rowsAs<{ total: number; printed: number; stopped: number; template: string | null }>(counts)[0]!,
        hospital: rowsAs<{ tenant_name: string }>(tenants)[0]?.tenant_name ?? '',
        contents: await allWithCodes(rows!.rows.map((row) => contentOf(kind, view, wanted, finish(row)))),
      }
    },
  }
}

export const labelAnswers: readonly Answer[] = [
  answer(labelPreview, { read: preview }),
  answer(labelPrintStart, { write: startPrint }),
  answer(labelPdfStart, { write: startPdf }),
  answer(labelContents, {
    read(context) {
      const { queries, print } = recordedPrint(context)
      return {
        queries,
        async answer(results: Rows[]) {
          const { logo: _, ...rest } = print(results)
          const contents = await allWithCodes(rest.contents)
          return { ...rest, contents, pages: pageCount(rest.design, rest.contents.length * rest.copies, rest.startAt) }
        },
      }
    },
  }),
  answer(labelPdf, {
    read(context) {
      const { queries, print } = recordedPrint(context)
      return {
        queries,
        async answer(results: Rows[]) {
          const recorded = print(results)
          const logo = await printableLogo(context, recorded.logo)
          const download = `${recorded.templateName} ${suffix[context.language]}.pdf`
          return { download, type: 'application/pdf', body: Readable.from([await renderedPdf(recorded, logo, context.gone?.())]) }
        },
      }
    },
  }),
  answer(labelZpl, {
    read(context) {
      const { dpi } = read({ dpi: labelZpl.input.dpi }, { dpi: context.input.dpi }) as { dpi: string }
      const { queries, print } = recordedPrint(context)
      return {
        queries,
        async answer(results: Rows[]) {
          const recorded = print(results)
          if (recorded.design.sheet !== 'single')
            throw new Refusal('rule', {
              zh: '标签打印机只打印单张标签，请换一个单张模板',
              en: 'A label printer prints only single labels. Choose a single label template',
            })
          const logo = await printableLogo(context, recorded.logo)
          const download = `${recorded.templateName} ${suffix[context.language]}.zpl`
          const file = await renderedZpl(recorded, logo, Number(dpi), context.gone?.())
          return { download, type: 'application/octet-stream', body: Readable.from([file]) }
        },
      }
    },
  }),
]
