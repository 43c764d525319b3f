import {
  metrologyLedger,
  metrologyLedgerFile,
  metrologyPlan,
  metrologyPlanFile,
  mostOnPaper,
} from '#contract/calls/service/metrology-plan.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { metrologyCard } from '#contract/entities/service/metrology-card.ts'
import { metrologyDays } from '#contract/entities/service/metrology-days.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { countText, cycleUnits } from '#contract/kit/fields/cycle.ts'
import type { ChoiceField } from '#contract/kit/fields/field.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { say, type Words } from '#contract/kit/words.ts'
import { Parameters, type Query, type Row } from '#server/db/query.ts'
import { scopeSql } from '#server/kit/access/access.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { formatOf } from '#server/kit/export/export.ts'
import { sheetFile } from '#server/kit/export/sheet-file.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { read } from '#server/kit/refuse.ts'
import { cycleOfCard } from '../certificate-end.ts'

/** Instruments that one answer reads; a hospital with more filters by department. */
const mostRead = 20_000

interface Asked {
  readonly deptId?: string | null
  readonly measureType?: string | null
  readonly measureKind?: string | null
}

/** The instruments that the person sees, by department and name. Those of devices that are gone are none any more. `until`: only what is due until a day. */
function instruments(context: Context, { deptId, measureType, measureKind }: Asked, until?: string): Query {
  const { actor } = context
  const into = new Parameters()
  const tenant = into.add(actor.tenantId)
  const scope = scopeSql(metrologyCard, actor, 't', into)
  const view = actor.settings.view(device)
  const of = (name: string, column: string): string => (name in view.fields ? `d.${column}` : `null::text as ${column}`)
  const [type, kind, last, dept] = [measureType, measureKind, until, deptId].map((value) => into.add(value ?? null))
  return {
    text: `select t.id, d.device_name, ${of('deviceCode', 'device_code')}, ${of('deviceModel', 'device_model')}, ${of('sn', 'sn')} , t.measure_kind, t.measure_type,
        t.measure_cycle, t.measure_cycle_unit, t.first_only, t.body, t.measured_on, t.certificate_no, t.last_result, t.due_date,
        q.dept_name, count(*) over ()::int as found
      from measure_card t join device d on d.tenant_id = t.tenant_id and d.id = t.device_id
        left join dept q on q.tenant_id = d.tenant_id and q.id = d.use_dept_id
      where t.tenant_id = ${tenant} and not t.is_deleted and not d.is_deleted and t.pause is null${scope ? ` and ${scope}` : ''}
        and (${type}::text is null or t.measure_type = ${type}) and (${kind}::text is null or t.measure_kind = ${kind})
        and (${last}::text is null or t.due_date::text <= ${last})
        and (${dept}::uuid is null or d.use_dept_id in (select b.id from dept a join dept b on b.tenant_id = a.tenant_id
          and b.path >= a.path and b.path < a.path || chr(127) where a.tenant_id = ${tenant} and a.id = ${dept}::uuid))
      order by q.dept_name collate names nulls last, d.device_name collate names, t.id limit ${mostRead}`,
    values: into.values,
    once: true,
  }
}

type Instrument = AnswerOf<typeof metrologyLedger>['rows'][number]

/** Reads a row as the person sees it: without fields that the hospital hides. */
function lineOf(context: Context): (row: Row) => Instrument {
  const view = context.actor.settings.view(metrologyCard)
  const hasDept = 'useDept' in context.actor.settings.view(device).fields
  return (row) => {
    const of = (name: string, column: string): string | null => (name in view.fields ? ((row[column] ?? null) as string | null) : null)
    const cycle = cycleOfCard(row)
    return {
      ...{ id: String(row.id), deviceName: row.device_name as string | null, deviceCode: row.device_code as string | null },
      ...{
        deviceModel: row.device_model as string | null,
        sn: row.sn as string | null,
        deptName: hasDept ? (row.dept_name as string | null) : null,
      },
      ...{ measureKind: of('measureKind', 'measure_kind'), measureType: of('measureType', 'measure_type') },
      cycle: cycle && 'measureCycle' in view.fields ? countText(cycle.count, cycleUnits[cycle.unit], context.language) : null,
      ...{ body: of('body', 'body'), measuredOn: of('measuredOn', 'measured_on'), certificateNo: of('certificateNo', 'certificate_no') },
      ...{ lastResult: of('lastResult', 'last_result'), dueDate: of('dueDate', 'due_date') },
    }
  }
}

const isMandatory = ({ measureType }: Instrument): boolean => measureType === 'mandatory'

type Planned = AnswerOf<typeof metrologyPlan>['rows'][number]

/** What falls due in a year, by day. */
function plannedOf(context: Context, year: number, rows: readonly Row[]): Planned[] {
  const line = lineOf(context)
  const today = homeDay(context.occurredAt)
  const found = rows.flatMap((row) =>
    metrologyDays(String(row.due_date), cycleOfCard(row), year, today).map((day): Planned => ({ ...line(row), ...day })),
  )
  // The rows come by department and name; a stable order keeps that within a day.
  return found.sort((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0))
}

const askedOf = (context: Context) => read(metrologyPlan.input, context.input) as unknown as Asked & { year: number }

function plan(context: Context): ReadPlan<AnswerOf<typeof metrologyPlan>> {
  const { year, ...asked } = askedOf(context)
  return {
    queries: [instruments(context, asked, `${year}-12-31`)],
    answer([found]) {
      const rows = plannedOf(context, year, found!.rows)
      const months = Array.from({ length: 12 }, (_, at) => `${year}-${String(at + 1).padStart(2, '0')}`).map((month) => {
        const those = rows.filter(({ day }) => day.startsWith(month))
        return { month, count: those.length, mandatory: those.filter(isMandatory).length }
      })
      return {
        ...{ count: rows.length, mandatory: rows.filter(isMandatory).length, overdue: rows.filter(({ isOverdue }) => isOverdue).length },
        ...{ months, rows: rows.slice(0, mostOnPaper) },
      }
    },
  }
}

function ledger(context: Context): ReadPlan<AnswerOf<typeof metrologyLedger>> {
  const asked = read(metrologyLedger.input, context.input) as Asked
  return {
    queries: [instruments(context, asked)],
    answer([found]) {
      const line = lineOf(context)
      const rows = found!.rows.map(line)
      const depts = [...new Set(rows.map(({ deptName }) => deptName))].map((deptName) => {
        const those = rows.filter((row) => row.deptName === deptName)
        return { deptName, count: those.length, mandatory: those.filter(isMandatory).length }
      })
      const count = Number(found!.rows[0]?.found ?? 0)
      return { count, mandatory: rows.filter(isMandatory).length, depts, rows: rows.slice(0, mostOnPaper) }
    },
  }
}

const headings = {
  day: { zh: '计划日期', en: 'Planned for' },
  note: { zh: '说明', en: 'Note' },
  overdue: { zh: '逾期', en: 'Overdue' },
  expected: { zh: '按周期预计', en: 'Expected by cycle' },
} as const satisfies Record<string, Words>

/** The columns of both sheets, by the labels of the hospital; a hidden field has none. */
function columnsOf(context: Context) {
  const [of, card] = [context.actor.settings.view(device).fields, context.actor.settings.view(metrologyCard).fields]
  const all = [
    ...(['deviceName', 'deviceCode', 'deviceModel', 'sn', 'useDept'] as const).map((name) => ({ name, field: of[name] })),
    ...(['measureKind', 'measureType', 'measureCycle', 'body', 'measuredOn', 'certificateNo', 'lastResult', 'dueDate'] as const).map(
      (name) => ({
        name,
        field: card[name],
      }),
    ),
  ]
  return all.flatMap(({ name, field }) => (field ? [{ name, field }] : []))
}

function sheetOf(context: Context, words: Words, lines: readonly (Instrument & Partial<Planned>)[], total: number) {
  const { language } = context
  const columns = columnsOf(context)
  const isPlan = words === metrologyPlan
  const cell = (row: Instrument, name: string): string | null => {
    if (name === 'useDept') return row.deptName
    if (name === 'measureCycle') return row.cycle
    const value = row[name as keyof Instrument]
    const choice = metrologyCard.fields[name as 'measureKind'] as ChoiceField | undefined
    return value && choice?.kind === 'choice' ? say(choice.of[value]!, language) : value
  }
  const noteOf = (row: Partial<Planned>): string | null =>
    row.isOverdue ? headings.overdue[language] : row.isExpected ? headings.expected[language] : null
  const cut =
    language === 'zh'
      ? `仅导出前 ${lines.length} 行，共 ${total} 行；请按科室筛选`
      : `Only ${lines.length} of ${total}. Filter by department`
  return sheetFile({
    ...{ name: words[language], sheet: words[language], format: formatOf(context), at: context.occurredAt },
    columns: [
      ...(isPlan ? [{ heading: headings.day[language], kind: 'date' as const }] : []),
      ...columns.map(({ field }) => ({ heading: field[language], kind: field.kind === 'date' ? ('date' as const) : undefined })),
      ...(isPlan ? [{ heading: headings.note[language] }] : []),
    ],
    rows: [
      ...lines.map((row) => [
        ...(isPlan ? [row.day!] : []),
        ...columns.map(({ name }) => cell(row, name)),
        ...(isPlan ? [noteOf(row)] : []),
      ]),
      ...(total > lines.length ? [[cut]] : []),
    ],
  })
}

const planFile = (context: Context): ReadPlan => {
  const { year, ...asked } = read(metrologyPlanFile.input, context.input) as unknown as Asked & { year: number }
  return {
    queries: [instruments(context, asked, `${year}-12-31`)],
    answer: ([found]) => {
      const lines = plannedOf(context, year, found!.rows)
      const whole = Number(found!.rows[0]?.found ?? 0)
      return sheetOf(context, metrologyPlan, lines, whole > mostRead ? whole : lines.length)
    },
  }
}

const ledgerFile = (context: Context): ReadPlan => ({
  queries: [instruments(context, read(metrologyLedgerFile.input, context.input) as Asked)],
  answer: ([found]) => sheetOf(context, metrologyLedger, found!.rows.map(lineOf(context)), Number(found!.rows[0]?.found ?? 0)),
})

/** The metrology plan of a year and the ledger of instruments, on paper and as sheets. */
export const metrologyPlanAnswers: readonly Answer[] = [
  answer(metrologyPlan, { read: plan }),
  answer(metrologyPlanFile, { read: planFile }),
  answer(metrologyLedger, { read: ledger }),
  answer(metrologyLedgerFile, { read: ledgerFile }),
]
