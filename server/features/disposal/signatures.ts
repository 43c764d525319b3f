import { disposalSignatures } from '#contract/calls/disposal/disposal.ts'
import { deviceDisposal } from '#contract/entities/disposal/device-disposal.ts'
import { disposalApproval } from '#contract/entities/disposal/disposal-approval.ts'
import { ofApproval } from '#contract/entities/flow/circle.ts'
import { nodeNameIn } from '#contract/entities/flow/seeded-names.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { Parameters } from '#server/db/query.ts'
import { namingSql, scopeSql } from '#server/kit/access/access.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { answer } from '#server/kit/family.ts'
import { idOf } from '#server/kit/refuse.ts'

type Signatures = AnswerOf<typeof disposalSignatures>

/** Who sees a disposal sees who signed for it; opinions are for who sees its approval. */
function signatures(context: Context): ReadPlan<Signatures> {
  const into = new Parameters()
  const scope = scopeSql(deviceDisposal, context.actor, 'd', into)
  const seen = `select d.tenant_id, d.id from device_disposal d where d.tenant_id = ${into.add(context.actor.tenantId)} and d.id = ${into.add(idOf(context))}
    and not d.is_deleted${scope ? ` and ${scope}` : ''}`
  const found = { text: seen, values: [...into.values] }
  const kind = into.add(disposalApproval.kind)
  const open = namingSql(ofApproval, context.actor, 'a', into)
  return {
    queries: [
      found,
      {
        text: `with a as (${seen}), i as (select f.tenant_id, f.id, ${open} as is_open from a join flow_instance f on f.tenant_id = a.tenant_id and f.document_id = a.id::text
            where f.approval_kind = ${kind} order by f.created_at desc, f.id desc limit 1)
          select r.id, r.node_name as "nodeName", u.real_name as "userName", case when i.is_open then r.opinion end as opinion, r.created_at as "signedAt"
          from i join flow_record r on r.tenant_id = i.tenant_id and r.instance_id = i.id left join app_user u on u.tenant_id = r.tenant_id and u.id = r.user_id
          where r.act = 'agree' order by r.created_at, r.id`,
        values: into.values,
      },
    ],
    answer([rows, signed]) {
      if (rows!.rows.length === 0) throw new Refusal('not_found', { what: deviceDisposal })
      return signed!.rows.map((row) => ({
        ...row,
        nodeName: row.nodeName ? nodeNameIn(String(row.nodeName), context.language) : null,
        signedAt: new Date(String(row.signedAt)).toISOString(),
      })) as unknown as Signatures
    },
  }
}

export const signaturesAnswer = answer(disposalSignatures, { read: signatures })
