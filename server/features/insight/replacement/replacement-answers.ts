import { planReplacement, replacementExport, replacementList, replacementTerms } from '#contract/calls/insight/replacement.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import {
  explainScore,
  type ReplacementLevel,
  type ReplacementScore,
  type ReplacementTerms,
  replacementLevels,
  usualTerms,
} from '#contract/entities/insight/replacement-terms.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Query, Row, Rows } from '#server/db/query.ts'
import { draftReplacementPlan } from '#server/features/supply/public.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { formatOf } from '#server/kit/export/export.ts'
import { sheetFile } from '#server/kit/export/sheet-file.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { withoutFilter } from '#server/kit/read/filter.ts'
import { paged, pageOf } from '#server/kit/read/list.ts'
import { finisher, selectApart } from '#server/kit/read/select.ts'
import { read } from '#server/kit/refuse.ts'
import { lockRows } from '#server/kit/write/lock.ts'
import { cutRow, mostExported } from '../benefit/export-cut.ts'
import { scoreColumns, scoredSql, termsQuery } from './score.ts'

const { level: levelField, planned: plannedField } = replacementList.input
const shown: ReadonlySet<string> = new Set([
  ...['deviceName', 'deviceCode', 'deviceModel', 'manufacturer', 'useDept', 'classify', 'eamStatus', 'enableDate', 'originalValue'],
])
type Found = Row & ReplacementScore & { readonly level: ReplacementLevel; readonly planTitle: string | null }

/** The terms that hold in a hospital. */
const termsOf = (row: Row | undefined): ReplacementTerms =>
  Object.fromEntries(Object.entries(usualTerms).map(([name, usual]) => [name, Number(row?.[name] ?? usual)])) as unknown as ReplacementTerms

/** The statement of a page of scored devices, the highest score first; the first row also says how many there are. */
function pageQuery(context: Context, limit: string): Query {
  const { current: _c, size: _s, format: _f, level, planned, ...rest } = context.input
  const asked = read({ level: levelField, planned: plannedField }, { level, planned }) as { level?: string | null; planned?: 0 | 1 | null }
  const filters = Object.fromEntries(
    Object.entries(rest).flatMap(([name, value]) =>
      (withoutFilter.has(name) && name !== 'keyword') || value === undefined || value === null || value === ''
        ? []
        : [[name, String(value)]],
    ),
  )
  const { text, into } = scoredSql(context, filters)
  const which = [
    ...(asked.level ? [`q.level = ${into.add(asked.level)}`] : []),
    ...(asked.planned === undefined || asked.planned === null ? [] : [`q."planId" is ${asked.planned === 1 ? 'not ' : ''}null`]),
  ]
  const selection = selectApart(context.actor.settings.view(device), shown)
  return {
    text: `with scored as materialized (select q.* from (${text}) q${which.length > 0 ? ` where ${which.join(' and ')}` : ''}),
      page as materialized (select q.* from scored q order by q.score desc, q.id${limit})
      select n.found, ${selection.columns}, ${scoreColumns.map((name) => `page."${name}"`).join(', ')}
      from (select count(*)::int as found from scored) n left join page on true
      left join device t on t.tenant_id = ${into.add(context.actor.tenantId)} and t.id = page.id${selection.joins}
      order by page.score desc nulls last, page.id`,
    values: into.values,
    named: selection.named,
    once: true,
  }
}

function rowsOf(context: Context, found: Rows): Found[] {
  const view = context.actor.settings.view(device)
  const finish = finisher(view, selectApart(view, shown).fields, context.language, context.actor)
  return found.rows.flatMap(({ found: _, ...row }) => (row.id === null ? [] : [finish(row) as Found]))
}

function scoredPage(context: Context): ReadPlan<AnswerOf<typeof replacementList>> {
  const { current, size, offset } = pageOf(context)
  return {
    queries: [pageQuery(context, ` limit ${size} offset ${offset}`)],
    answer: ([found]) => paged(rowsOf(context, found!), Number(found!.rows[0]!.found), { current, size }) as never,
  }
}

const headings = {
  score: { zh: '更新评分', en: 'Replacement score' },
  level: { zh: '建议', en: 'Advice' },
  why: { zh: '评分说明', en: 'How it is scored' },
  plan: { zh: '采购计划', en: 'Purchase plan' },
} as const

function exported(context: Context): ReadPlan {
  const { language } = context
  const format = formatOf(context)
  const view = context.actor.settings.view(device)
  const names = (['deviceCode', 'deviceName', 'deviceModel', 'useDept', 'enableDate', 'originalValue'] as const).filter(
    (name) => view.fields[name],
  )
  return {
    queries: [pageQuery(context, ` limit ${mostExported}`), termsQuery(context.actor.tenantId)],
    answer([found, rule]) {
      const terms = termsOf(rule!.rows[0])
      const kindOf = (name: string) =>
        name === 'originalValue' ? ('money' as const) : name === 'enableDate' ? ('date' as const) : undefined
      const scored = rowsOf(context, found!)
      const rows = scored.map((row) => [
        ...names.map((name) => (row[name === 'useDept' ? 'useDeptName' : name] ?? null) as string | null),
        row.score,
        replacementLevels[row.level][language],
        explainScore(row, terms)
          .map((one) => one[language])
          .join(language === 'zh' ? '；' : '; '),
        row.planTitle,
      ])
      return sheetFile({
        name: replacementList[language],
        sheet: replacementList[language],
        format,
        columns: [
          ...names.map((name) => ({ heading: view.fields[name]![language], kind: kindOf(name) })),
          { heading: headings.score[language], kind: 'number' as const },
          ...(['level', 'why', 'plan'] as const).map((name) => ({ heading: headings[name][language] })),
        ],
        rows: [...rows, ...cutRow(scored.length, Number(found!.rows[0]!.found), language)],
        at: context.occurredAt,
      })
    },
  }
}

function refuseUnscored(ids: readonly string[], found: ReadonlyMap<string, Found>, names: ReadonlyMap<string, unknown>): void {
  for (const id of ids) {
    const row = found.get(id)
    if (!row)
      throw new Refusal('rule', {
        zh: `设备“${names.get(id)}”不在更新清单中：须已建档、属本院、在用或闲置，且未在处置`,
        en: `The device “${names.get(id)}” is not on the replacement list. It must be filed, owned, in service, and not in disposal`,
      })
    if (row.planId)
      throw new Refusal('rule', {
        zh: `设备“${names.get(id)}”已列入采购计划“${row.planTitle}”，请勿重复列入`,
        en: `The device “${names.get(id)}” is already in the purchase plan “${row.planTitle}”`,
      })
  }
}

/** Drafts a plan. The devices are locked, so that of two people at once the second finds what the first has planned. */
async function plan(context: Context, tx: Transaction) {
  const { ids, deptId, planYear } = read(context.actor.settings.inputs(planReplacement.input), context.input) as {
    ids: string[]
    deptId: string
    planYear?: number | null
  }
  const asked = [...new Set(ids)]
  const cards = await lockRows(device, context, tx, asked)
  const { text, into } = scoredSql(context, {}, asked)
  const scored = await tx.run({ text, values: into.values, once: true })
  const rule = await tx.run(termsQuery(tx.tenantId))
  const terms = termsOf(rule.rows[0])
  const found = new Map(scored.rows.map((row) => [String(row.id), row as Found]))
  refuseUnscored(asked, found, new Map(cards.map((card) => [String(card.id), card.device_name])))
  const lines = cards.map((card) => {
    const score = found.get(String(card.id))!
    const why = explainScore(score, terms).map(({ zh }) => zh)
    const purpose = `更换 ${card.device_code ?? card.device_name}，评分 ${score.score}。${why.join('；')}`.slice(0, 500)
    const name = String(card.device_name).slice(0, 100)
    return {
      deviceName: name,
      model: card.device_model && String(card.device_model).slice(0, 100),
      maker: card.manufacturer,
      replacesId: String(card.id),
      purpose,
    }
  })
  const year = planYear ?? Number(homeDay(context.occurredAt).slice(0, 4))
  return draftReplacementPlan(context, tx, { planYear: year, deptId, reason: '按设备更新评分更换', lines })
}

export const replacementAnswers: readonly Answer[] = [
  answer(replacementList, { read: scoredPage }),
  answer(replacementExport, { read: exported as never }),
  answer(replacementTerms, {
    read: ({ actor }) => ({
      queries: [termsQuery(actor.tenantId)],
      answer([found]) {
        const row = found!.rows[0]!
        const energyPrice = row.energyPrice === null ? null : Number(row.energyPrice)
        return { id: row.id, version: row.version, ...termsOf(row), energyPrice } as never
      },
    }),
  }),
  answer(planReplacement, { write: plan }),
]
