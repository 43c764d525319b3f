import { Readable } from 'node:stream'
import { labelPdf, labelPdfStart } from '#contract/calls/label/label.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { readAs, type Transaction } from '#server/db/pool.ts'
import type { Context } from '#server/kit/context.ts'
import { jobKind } from '#server/kit/jobs/job-kind.ts'
import { refuseTooMany, startJob } from '#server/kit/jobs/start-job.ts'
import { read } from '#server/kit/refuse.ts'
import { printableLogo } from './logo.ts'
import { recordedPrint } from './recorded-print.ts'
import { renderedPdf } from './rendered-pdf.ts'

/** What the file of a printing is called after its template. */
export const suffix = { zh: '标签', en: 'labels' } as const

/** PDFs of many labels. A recorded printing stays open to its job however long that waits. */
export const labelPdfKind = jobKind<{ readonly printId: string }>({
  name: 'label.pdf',
  zh: '标签 PDF',
  en: 'Label PDF',
  // One at a time in a process: two would share its cores with everybody else's requests.
  places: () => 1,
  async run({ input: { printId }, context, startedAt, signal, say }) {
    const { queries, print } = recordedPrint({ ...context, input: { id: printId } }, startedAt)
    const recorded = print(await readAs(context.tools.pool, context.actor.tenantId, queries))
    const labels = recorded.contents.length * recorded.copies
    say({ done: 0, total: labels, phase: { zh: '排版标签', en: 'Laying out labels' } })
    const pdf = await renderedPdf(recorded, await printableLogo(context, recorded.logo), signal)
    const download = `${recorded.templateName} ${suffix[context.language]}.pdf`
    return {
      note: context.language === 'zh' ? `共 ${labels} 张标签` : `${labels} labels`,
      file: { download, type: 'application/pdf', body: Readable.from([pdf]) },
    }
  },
})

/** Starts the PDF of a printing in the background. Refuses one that is not the person's own or too old. */
export async function startPdf(context: Context, tx: Transaction): Promise<AnswerOf<typeof labelPdfStart>> {
  const { id } = read(labelPdfStart.input, context.input) as { id: string }
  const { queries, print } = recordedPrint(context)
  const results = await Promise.all(queries.map((query) => tx.run(query)))
  const { templateName } = print(results)
  await refuseTooMany(context, tx)
  const input = { printId: id }
  return { id: startJob(context, tx, labelPdfKind, { subject: templateName, input, rights: [labelPdf.may], call: labelPdf.name }) }
}
