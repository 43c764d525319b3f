import { bookDepts, byBook, mapDept, proposedMatches, realities, realityCheck, takeProposals } from '#contract/calls/asset/assets-card.ts'
import { assetsCard, assetsMatch } from '#contract/entities/asset/assets-card.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters, type Rows } from '#server/db/query.ts'
import { mayList, scopeSql } from '#server/kit/access/access.ts'
import type { Actor } from '#server/kit/access/actor.ts'
import { refuseOutOfScope } from '#server/kit/access/stay-in-scope.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { linkNames } from '#server/kit/read/links.ts'
import { listPlan, paged, pageOf } from '#server/kit/read/list.ts'
import { idsOf, read } from '#server/kit/refuse.ts'
import { apply } from '#server/kit/steps/step.ts'
import { columnName, keyColumn } from '#server/kit/table.ts'
import { lockRows } from '#server/kit/write/lock.ts'
import { writeRows } from '#server/kit/write/write-rows.ts'

/** Cards of the book `a` that the person sees. */
function bookSql(actor: Actor, into: Parameters, tenant = into.add(actor.tenantId)): string {
  const scope = scopeSql(assetsCard, actor, 'a', into)
  return `a.tenant_id = ${tenant} and not a.is_deleted${scope ? ` and ${scope}` : ''}`
}

/** Cards of the book `a` and devices `d` that the person sees; no devices for who may not list them. */
function seen(actor: Actor, into: Parameters): { book: string; register: string } {
  const tenant = into.add(actor.tenantId)
  const book = bookSql(actor, into, tenant)
  const register = mayList(actor, device) ? scopeSql(device, actor, 'd', into) : 'false'
  return {
    book,
    register: `d.tenant_id = ${tenant} and not d.is_deleted${register ? ` and ${register}` : ''}`,
  }
}

/** What tells that both are the same, by the fields of either. */
const bases = [
  { by: 'code', rank: 1, fields: { assetsCode: 'assetsCode' } },
  { by: 'serial', rank: 2, fields: { sn: 'sn' } },
  { by: 'facts', rank: 3, fields: { assetsName: 'deviceName', assetsModel: 'deviceModel', bookValue: 'originalValue' } },
] as const

/** The bases whose fields the hospital shows: a match by a hidden field would tell its content. */
const shownBases = ({ settings }: Actor) =>
  bases.filter(({ fields }) =>
    Object.entries(fields).every(([ours, theirs]) => ours in settings.view(assetsCard).fields && theirs in settings.view(device).fields),
  )

/** A column of a card or a device, null where the hospital hides it. */
const columnOf = ({ settings }: Actor, of: typeof assetsCard | typeof device, alias: string, name: string, column = columnName): string => {
  const field = of.fields[name as 'sn']
  return name in settings.view(of).fields ? `${alias}.${column(name, field)}` : 'null'
}

/** What an answer shows of both, under their names. */
const bothSql = (actor: Actor): string =>
  [
    ...['assetsCode', 'assetsName', 'bookValue'].map((name) => `${columnOf(actor, assetsCard, 'a', name)} as "${name}"`),
    ...['deviceCode', 'deviceName', 'originalValue'].map((name) => `${columnOf(actor, device, 'd', name)} as "${name}"`),
  ].join(', ')

/** Pairs of a card of the book and a device, each by its best basis; only where one device, matched to no card, and one card fit each other. */
function pairsSql(actor: Actor, into: Parameters): string {
  const { book, register } = seen(actor, into)
  const same = (fields: object): string =>
    Object.entries(fields)
      .map(([ours, theirs]) => `${columnOf(actor, device, 'd', theirs, keyColumn)} = ${columnOf(actor, assetsCard, 'a', ours, keyColumn)}`)
      .join(' and ')
  const each = shownBases(actor).map(
    ({
      by,
      rank,
      fields,
    }) => `select a.id, d.id as device_id, ${rank} as rank, '${by}' as by from assets_card a join device d on d.tenant_id = a.tenant_id and ${same(fields)}
      where ${book} and a.match_status = 'unmatched' and ${register} and d.eam_status <> 'disposed'
      and not exists (select 1 from assets_card m where m.tenant_id = d.tenant_id and m.device_id = d.id and not m.is_deleted)`,
  )
  const none = `select a.id, d.id as device_id, 0 as rank, '' as by from assets_card a join device d on d.tenant_id = a.tenant_id and false where ${book} and ${register}`
  return `select p.id, p.device_id, p.by from (
      select q.*, count(*) over (partition by q.id, q.rank) as devices, count(*) over (partition by q.device_id, q.rank) as cards,
        row_number() over (partition by q.id order by q.rank, q.device_id) as place,
        row_number() over (partition by q.device_id order by q.rank, q.id) as turn
      from (${each.join(' union all ') || none}) q) p
    where p.place = 1 and p.turn = 1 and p.devices = 1 and p.cards = 1`
}

function proposals(context: Context): ReadPlan<AnswerOf<typeof proposedMatches>> {
  const page = pageOf(context)
  const into = new Parameters()
  const pairs = pairsSql(context.actor, into)
  const text = `select a.id, d.id as "deviceId", ${bothSql(context.actor)}, p.by, count(*) over ()::int as total
    from (${pairs}) p join assets_card a on a.tenant_id = $1 and a.id = p.id join device d on d.tenant_id = $1 and d.id = p.device_id
    order by a.assets_code, a.id limit ${into.add(page.size)} offset ${into.add(page.offset)}`
  return {
    queries: [{ text, values: into.values, once: true }],
    answer([found]: Rows[]) {
      const records = found!.rows.map(({ total: _, ...row }) => ({
        ...row,
        byValue: assetsCard.fields.matchedBy.of[row.by as 'code'][context.language],
      }))
      return paged(records, Number(found!.rows[0]?.total ?? 0), page) as unknown as AnswerOf<typeof proposedMatches>
    },
  }
}

async function take(context: Context, tx: Transaction) {
  read(takeProposals.input, context.input)
  const rows = await lockRows(assetsCard, context, tx, idsOf(context))
  const into = new Parameters()
  const { rows: found } = await tx.run({ text: pairsSql(context.actor, into), values: into.values, once: true })
  const devices = new Map(found.map((pair) => [pair.id, String(pair.device_id)]))
  const done = []
  for (const row of rows) {
    const deviceId = devices.get(row.id)
    if (row.match_status === 'unmatched' && !deviceId)
      throw new Refusal('conflict', {
        zh: `资产卡“${row.assets_code}”已没有匹配建议，请刷新后再试`,
        en: `There is no proposal for “${row.assets_code}” any more. Reload and try again`,
      })
    done.push(await apply(assetsMatch, 'match', context, tx, row, { deviceId }))
  }
  return done
}

/** Whether the hospital shows which department the book names. */
const showsBookDept = ({ actor }: Context): boolean => 'bookDept' in actor.settings.view(assetsCard).fields

/** The departments that the book names, each with the own one that most of its cards are mapped to. */
function departments(context: Context): ReadPlan<AnswerOf<typeof bookDepts>> {
  if (!showsBookDept(context)) return { queries: [], answer: () => [] }
  const into = new Parameters()
  const book = bookSql(context.actor, into)
  return {
    queries: [
      {
        text: `select q.name, q.dept_id as "deptId", l.dept_name as "deptName", q.count from (
            select a.book_dept as name, mode() within group (order by a.dept_id) as dept_id, count(*)::int as count
            from assets_card a where ${book} and a.book_dept is not null group by 1) q
          left join dept l on l.tenant_id = $1 and l.id = q.dept_id order by q.name`,
        values: into.values,
      },
    ],
    answer: ([rows]: Rows[]) => rows!.rows as unknown as AnswerOf<typeof bookDepts>,
  }
}

async function map(context: Context, tx: Transaction) {
  const { bookDept, deptId } = read(mapDept.input, context.input) as { bookDept: string; deptId: string }
  const into = new Parameters()
  const book = bookSql(context.actor, into)
  const { rows: named } = await tx.run({
    text: `select a.id from assets_card a where ${book} and a.book_dept = ${into.add(bookDept)}`,
    values: into.values,
  })
  if (named.length === 0 || !showsBookDept(context)) throw new Refusal('not_found', { what: mapDept.input.bookDept })
  const rows = await lockRows(assetsCard, context, tx, named.map((row) => String(row.id)).sort())
  const moved = rows.filter((row) => row.dept_id !== deptId)
  const view = context.actor.settings.view(assetsCard)
  const field = assetsCard.fields.dept
  refuseOutOfScope(
    view,
    context,
    moved.map((row) => ({ name: 'dept', field, from: row.dept_id, to: deptId })),
  )
  const from = [...new Set(moved.flatMap((row) => (row.dept_id ? [row.dept_id] : [])))]
  const names = await linkNames(view, context, tx, [{ name: 'dept', from, to: deptId }])
  const nameOf = (id: unknown): string | null => names.get(String(id)) ?? null
  await writeRows(
    assetsCard,
    context,
    tx,
    { verb: 'change' },
    moved.map((row) => ({
      row,
      set: { dept_id: deptId },
      changes: { deptId: { from: row.dept_id, to: deptId, fromName: nameOf(row.dept_id), toName: nameOf(deptId) } },
    })),
  )
  return { changed: moved.length }
}

/** The book and the register side by side; a card of one department matched to a device of another stands for who sees either. */
function reality(context: Context): ReadPlan<AnswerOf<typeof realityCheck>> {
  const { kind } = read({ kind: realityCheck.input.kind }, { kind: context.input.kind ?? null }) as { kind?: keyof typeof realities | null }
  const page = pageOf(context)
  const into = new Parameters()
  const { book, register } = seen(context.actor, into)
  const text = `select coalesce(a.id, d.id) as id, case when d.id is null then 'book' when a.id is null then 'reality' else 'matched' end as kind,
      a.id as "assetsCardId", d.id as "deviceId", ${bothSql(context.actor)}
    from (select a.* from assets_card a where ${book}) a full join (select d.* from device d where ${register} and d.eam_status <> 'disposed') d on a.device_id = d.id
    where (d.id is not null or a.device_id is null)
      and (a.id is not null or not exists (select 1 from assets_card m where m.tenant_id = d.tenant_id and m.device_id = d.id and not m.is_deleted))`
  const wanted = kind ? ` where r.kind = ${into.add(kind)}` : ''
  const counted = [...into.values]
  return {
    queries: [
      {
        text: `select r.* from (${text}) r${wanted} order by r.kind, coalesce(r."assetsCode", r."deviceCode"), r.id limit ${into.add(page.size)} offset ${into.add(page.offset)}`,
        values: into.values,
        once: true,
      },
      { text: `select count(*)::int as total from (${text}) r${wanted}`, values: counted, once: true },
    ],
    answer([found, count]: Rows[]) {
      const records = found!.rows.map((row) => ({ ...row, kindValue: realities[row.kind as 'book'][context.language] }))
      return paged(records, Number(count!.rows[0]!.total), page) as unknown as AnswerOf<typeof realityCheck>
    },
  }
}

/** The list of cards, of which only those in the book, or only the others. */
function inBook(context: Context) {
  const { isEntryAssets: _, ...rest } = context.input
  const { isEntryAssets } = read({ isEntryAssets: byBook.input.isEntryAssets }, { isEntryAssets: context.input.isEntryAssets ?? null }) as {
    isEntryAssets?: 0 | 1 | null
  }
  const exists = 'exists (select 1 from assets_card m where m.tenant_id = t.tenant_id and m.device_id = t.id and not m.is_deleted)'
  const extra = isEntryAssets === 1 ? [exists] : isEntryAssets === 0 ? [`not ${exists}`] : []
  return listPlan(context.actor.settings.view(device), { ...context, input: rest }, extra)
}

export const assetsAnswers: readonly Answer[] = [
  answer(bookDepts, { read: departments }),
  answer(mapDept, { write: map }),
  answer(proposedMatches, { read: proposals }),
  answer(takeProposals, { write: take }),
  answer(realityCheck, { read: reality }),
  answer(byBook, { read: inBook }),
]
