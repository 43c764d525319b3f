import { courseOfEvent, courseSources } from '#contract/calls/record/event-types.ts'
import { deviceApply } from '#contract/entities/custody/device-apply.ts'
import { useActs } from '#contract/entities/custody/device-use-states.ts'
import { ofApproval } from '#contract/entities/flow/circle.ts'
import { flowRecord, taskStates } from '#contract/entities/flow/flow-task.ts'
import { nodeNameIn } from '#contract/entities/flow/seeded-names.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { isId } from '#contract/kit/fields/parse.ts'
import type { Language, Words } from '#contract/kit/words.ts'
import { Parameters, type Row } from '#server/db/query.ts'
import { namingSql, scopeSql } from '#server/kit/access/access.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { answer } from '#server/kit/family.ts'
import { read, refusalOf } from '#server/kit/refuse.ts'
import { wordsOf } from '#server/kit/steps/history.ts'

type Course = AnswerOf<typeof courseOfEvent>

/**
 * Who sees an application sees its course: its own events, its approvals, its hand-overs, and the remarks. Steps that only the engine raises are left out.
 * `isOpinion`: what is said is for who sees the approval.
 */
const courseSql = (seen: string): string => `with a as (${seen})
  select e.id, 'apply' as source, e.verb as act, null as "nodeName", 'done' as progress, e.actor_name as "userName", null as "toUserName",
      coalesce(e.input->>'opinion', e.input->>'reason') as content, coalesce(e.occurred_at, e.at) as "happenedAt", e.input->>'opinion' is not null as "isOpinion"
    from a join audit_event e on e.tenant_id = a.tenant_id and e.entity = 'deviceApply' and e.entity_id = a.id where e.verb <> 'begin'
  union all select r.id, 'approval', r.act, r.node_name, 'done', u.real_name, p.real_name, r.opinion, r.created_at, true
    from a join flow_instance i on i.tenant_id = a.tenant_id and i.document_id = a.id::text join flow_record r on r.tenant_id = i.tenant_id and r.instance_id = i.id
    left join app_user u on u.tenant_id = r.tenant_id and u.id = r.user_id left join app_user p on p.tenant_id = r.tenant_id and p.id = r.to_user_id where r.act <> 'start'
  union all select t.id, 'approval', t.task_state, t.node_name, case t.task_state when 'open' then 'current' else 'coming' end, u.real_name, null, null, null, false
    from a join flow_instance i on i.tenant_id = a.tenant_id and i.document_id = a.id::text and i.instance_status = 'running'
    join flow_task t on t.tenant_id = i.tenant_id and t.instance_id = i.id and t.task_state in ('open', 'waiting')
    left join app_user u on u.tenant_id = t.tenant_id and u.id = t.user_id
  union all select r.id, 'use', r.event_type, null, 'done', g.real_name, k.real_name, r.content, coalesce(r.happened_at, r.created_at), false
    from a join device_use m on m.tenant_id = a.tenant_id and m.apply_id = a.id join device_use_record r on r.tenant_id = m.tenant_id and r.use_manage_id = m.id
    left join app_user g on g.tenant_id = r.tenant_id and g.id = r.giver_id left join app_user k on k.tenant_id = r.tenant_id and k.id = r.taker_id
  union all select n.id, 'remark', 'remark', null, 'done', u.real_name, null, n.content, n.created_at, false
    from a join event_process n on n.tenant_id = a.tenant_id and n.event_id = a.id and not n.is_deleted left join app_user u on u.tenant_id = n.tenant_id and u.id = n.created_by
  order by "happenedAt" nulls last, progress desc, id`

const acts: Readonly<Record<string, Readonly<Record<string, Words>>>> = {
  approval: { ...flowRecord.fields.act.of, ...taskStates },
  use: useActs,
  remark: courseSources,
}

/** What a part of the course is called. */
const stepName = ({ source, act }: Row, language: Language): string =>
  (acts[String(source)]?.[String(act)] ?? wordsOf(deviceApply, String(act)))?.[language] ?? String(act)

function course(context: Context): ReadPlan<Course> {
  const { eventId } = read(courseOfEvent.input, context.input)
  if (!isId(eventId)) throw refusalOf([{ field: 'eventId', label: deviceApply, rule: 'not_id' }])
  /** The application, as far as the person sees it. */
  const seen = (into: Parameters, more = ''): string => {
    const scope = scopeSql(deviceApply, context.actor, 'd', into)
    return `select d.tenant_id, d.id${more} from device_apply d where d.tenant_id = ${into.add(context.actor.tenantId)} and d.id = ${into.add(eventId)} and not d.is_deleted${scope ? ` and ${scope}` : ''}`
  }
  const [one, all] = [new Parameters(), new Parameters()]
  return {
    queries: [
      { text: seen(one, `, ${namingSql(ofApproval, context.actor, 'd', one)} as is_open`), values: one.values },
      { text: courseSql(seen(all)), values: all.values },
    ],
    answer([found, parts]) {
      const [apply] = found!.rows
      if (!apply) throw new Refusal('not_found', { what: deviceApply })
      return parts!.rows.map(({ isOpinion, ...row }) => ({
        ...row,
        content: isOpinion && apply.is_open !== true ? null : row.content,
        nodeName: row.nodeName ? nodeNameIn(String(row.nodeName), context.language) : null,
        sourceValue: courseSources[row.source as keyof typeof courseSources][context.language],
        stepName: stepName(row, context.language),
      })) as unknown as Course
    },
  }
}

export const courseAnswer = answer(courseOfEvent, { read: course })
