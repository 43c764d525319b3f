import type { NoticeKind } from '#contract/registry.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { notify, notifyOfEach } from '#server/features/notice/public.ts'
import type { Context } from '#server/kit/context.ts'
import { cardName } from './names.ts'

type By = { readonly actor: { readonly userId: string | null }; readonly occurredAt?: Date }

/** Tells people of an application. */
export function tellOfApply(
  context: Context,
  tx: Transaction,
  apply: Row,
  kind: NoticeKind,
  to: { readonly users: readonly unknown[]; readonly said?: unknown },
): void {
  notify(context, tx, {
    kind,
    subject: `${apply.apply_title}`,
    detail: [apply.apply_no, apply.device_name, to.said].filter(Boolean).join(' · '),
    target: 'deviceApply',
    targetId: String(apply.id),
    to: { users: to.users as (string | null)[] },
  })
}

/** Tells the people of a use: by name, or those of the giving or the receiving department who may hand out or take. */
export function tellOfUse(
  context: By,
  tx: Transaction,
  { use, card }: { readonly use: Row; readonly card: Row },
  kind: NoticeKind,
  to: { readonly users?: readonly unknown[]; readonly side?: 'giving' | 'taking'; readonly said?: unknown },
): void {
  const deptId = (to.side === 'giving' ? use.from_dept_id : use.to_dept_id) as string | null
  notify(context as Context, tx, {
    kind,
    subject: cardName(card),
    detail: [use.use_no, to.said].filter(Boolean).join(' · '),
    target: 'deviceUse',
    targetId: String(use.id),
    to: {
      users: (to.users ?? []) as (string | null)[],
      holders: to.side ? [{ right: to.side === 'giving' ? 'deviceUse.give' : 'deviceUse.take', deptId: deptId ?? null }] : [],
    },
  })
}

/** Tells those who may hand out which devices an application reserves in their departments: one notice for each person. */
export function tellOfReserved(
  context: Context,
  tx: Transaction,
  apply: Row,
  reserved: readonly { readonly useId: string; readonly card: Row }[],
): void {
  notifyOfEach(
    context,
    tx,
    { kind: 'use_reserved', to: {} },
    reserved.map(({ useId, card }) => ({
      subject: cardName(card),
      detail: String(apply.apply_no),
      target: 'deviceUse',
      targetId: useId,
      holders: { right: 'deviceUse.give', deptId: (card.use_dept_id ?? null) as string | null },
    })),
  )
}
