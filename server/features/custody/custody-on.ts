import { custodyOn } from '#contract/calls/custody/custody.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { useActs } from '#contract/entities/custody/device-use-states.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import { isId } from '#contract/kit/fields/parse.ts'
import { dayStart, daysAfter } from '#contract/kit/time/day.ts'
import type { Language } from '#contract/kit/words.ts'
import type { Row, Rows } from '#server/db/query.ts'
import { type Held, takenBack } from '#server/features/asset/public.ts'
import type { Context } from '#server/kit/context.ts'
import { answer } from '#server/kit/family.ts'
import { detailPlan } from '#server/kit/read/list.ts'
import { read, refusalOf } from '#server/kit/refuse.ts'

type Custody = AnswerOf<typeof custodyOn>

const lent = { zh: '共享借出', en: 'Shared loan' }
const back = { zh: '共享归还', en: 'Shared return' }

/** The moment until which events count: the end of a day in the time of the hospitals, or a moment; now where nothing is said. */
function untilOf(context: Context): { cardId: string; until: string } {
  const given = { date: null, time: null, ...context.input }
  const { cardId, date, time } = read(custodyOn.input, given) as { cardId: string; date?: string | null; time?: string | null }
  if (!isId(cardId)) throw refusalOf([{ field: 'cardId', label: custodyOn.input.cardId, rule: 'not_id' }])
  if (date && time) throw refusalOf([{ field: 'time', label: custodyOn.input.time, rule: 'unknown' }])
  if (time) return { cardId, until: new Date(time).toISOString() }
  return { cardId, until: date ? dayStart(daysAfter(date, 1)) : new Date().toISOString() }
}

/** The last hand-over of a card before a moment, of applications and of the shared pool. */
const handSql = `select * from (
    (select 'use' as source, u.id, u.use_no as no, r.event_type as act, k.real_name as "takenBy", g.real_name as "givenBy", coalesce(r.happened_at, r.created_at) as "happenedAt"
      from device_use_record r join device_use u on u.tenant_id = r.tenant_id and u.id = r.use_manage_id
      left join app_user k on k.tenant_id = r.tenant_id and k.id = r.taker_id left join app_user g on g.tenant_id = r.tenant_id and g.id = r.giver_id
      where r.tenant_id = $1 and r.card_id = $2 and r.event_type in ('receive', 'hand_over', 'take_back') and not r.is_deleted and r.created_at < $3
      order by r.created_at desc, r.id desc limit 1)
    union all
    (select 'pool', b.id, b.borrowing_no, case when b.returned_at < $3 then 'return' else 'lend' end,
        case when b.returned_at < $3 then l.real_name else w.real_name end, case when b.returned_at < $3 then w.real_name else l.real_name end,
        case when b.returned_at < $3 then b.returned_at else b.handed_out_at end
      from shared_borrowing b left join app_user w on w.tenant_id = b.tenant_id and w.id = b.borrower_id left join app_user l on l.tenant_id = b.tenant_id and l.id = b.lender_id
      where b.tenant_id = $1 and b.device_id = $2 and b.handed_out_at < $3 and not b.is_deleted order by b.handed_out_at desc limit 1)
  ) h order by "happenedAt" desc limit 1`

const wordOf = ({ source, act }: Row, language: Language): string =>
  source === 'pool' ? (act === 'return' ? back : lent)[language] : useActs[act as keyof typeof useActs][language]

function onDay(context: Context) {
  const { cardId, until } = untilOf(context)
  const view = context.actor.settings.view(device)
  const plan = detailPlan(view, { ...context, input: { id: cardId } })
  const tenantId = context.actor.tenantId
  const events = {
    text: `select e.changes, e.field, e.from_state from audit_event e where e.tenant_id = $1 and e.entity = $2 and e.entity_id = $3 and e.at >= $4
      order by e.version desc nulls last, e.id desc`,
    values: [tenantId, device.name, cardId, until],
  }
  return {
    queries: [...plan.queries, events, { text: handSql, values: [tenantId, cardId, until] }],
    async answer(results: Rows[]): Promise<Custody> {
      const row = (await plan.answer(results.slice(0, -2))) as unknown as Row
      const names = ['eamStatus', 'useDept', 'borrowDept', 'location', 'keeper'] as const
      const now = new Map(
        names.map((name): [string, Held] => {
          const wire = wireName(name, device.fields[name])
          return [wire, { value: row[wire] ?? null, name: (row[`${name}Name`] ?? null) as string | null }]
        }),
      )
      const then = takenBack(now, results.at(-2)!.rows)
      const existed = Date.parse(String(row.createTime)) < Date.parse(until)
      const at = (name: (typeof names)[number]) => {
        const { value, name: said } = then.get(wireName(name, device.fields[name]))!
        return existed ? { id: (value ?? null) as string | null, name: value ? said : null } : { id: null, name: null }
      }
      const state = at('eamStatus').id as keyof typeof device.fields.eamStatus.of | null
      const hand = results.at(-1)!.rows[0]
      return {
        cardId,
        until,
        existed,
        eamStatus: state,
        eamStatusValue: state && device.fields.eamStatus.of[state][context.language],
        useDept: at('useDept'),
        borrowDept: at('borrowDept'),
        location: at('location'),
        keeper: at('keeper'),
        hand: hand
          ? ({
              ...hand,
              act: wordOf(hand, context.language),
              happenedAt: new Date(String(hand.happenedAt)).toISOString(),
            } as Custody['hand'])
          : null,
      }
    },
  }
}

export const custodyOnAnswer = answer(custodyOn, { read: onDay })
