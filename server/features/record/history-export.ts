import { historyExport } from '#contract/calls/record/log.ts'
import { historyWords } from '#contract/entities/record/history-words.ts'
import { rightOf, verbsOf } from '#contract/kit/entity/entity.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { SheetFormat } from '#contract/kit/sheets/sheet.ts'
import { homeTime } from '#contract/kit/time/moment.ts'
import { entities } from '#contract/registry.ts'
import { rights } from '#contract/rights.ts'
import { mayCall } from '#server/kit/access/access.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import type { SheetColumn } from '#server/kit/export/sheet-cell.ts'
import { sheetFile } from '#server/kit/export/sheet-file.ts'
import type { Download } from '#server/kit/files/download.ts'
import { read } from '#server/kit/refuse.ts'
import { historyRows } from '#server/kit/steps/history.ts'
import { logExport } from './public.ts'

/** The entity whose history is asked for; refuses one without any, and a person who may not export it. */
function exported({ actor }: Context, name: string) {
  const of = entities.find((one) => one.name === name)
  if (!of || !verbsOf(of).includes('history')) throw new Refusal('not_found', { what: historyExport.input.entity })
  const verb = verbsOf(of).includes('export') ? 'export' : 'history'
  const right = rightOf(of, verb)
  if (!mayCall(actor, right, `${of.name}.${verb}`)) throw new Refusal('forbidden', { right: rights.get(right) ?? right })
  return { of, right }
}

/** The history of a record as a sheet: when, what, who, by which rule, and what it says. A record outside the person's scope has no rows. */
export function exportHistory(context: Context): ReadPlan<Download> {
  const { language } = context
  const { entity, id, format } = read(historyExport.input, { format: 'xlsx', ...context.input }) as Record<
    'entity' | 'id' | 'format',
    string
  >
  const { of, right } = exported(context, entity)
  async function* rows() {
    for await (const event of historyRows(context.actor.settings.view(of), context, id))
      yield [homeTime(event.time), event.eventType, event.contact, event.rule, [event.showContent, event.offline].filter(Boolean).join(' ')]
  }
  const name = `${of[language]} ${historyWords.title[language]}`
  const columns = historyWords.columns.map((words, at): SheetColumn => ({ heading: words[language], kind: at === 0 ? 'time' : undefined }))
  return {
    queries: [],
    async answer() {
      await logExport(context.tools.pool, context.actor, right)
      return sheetFile({
        name,
        sheet: historyWords.title[language],
        format: format as SheetFormat,
        columns,
        rows: rows(),
        at: context.occurredAt,
      })
    },
  }
}
