import { openBorrowingStates } from '#contract/entities/pool/borrowing-states.ts'
import { borrowingHandOver } from '#contract/entities/pool/pool-rules.ts'
import { poolWaiting } from '#contract/entities/pool/pool-waiting.ts'
import { sharedBorrowing } from '#contract/entities/pool/shared-borrowing.ts'
import { moveAll, type OpenWork } from '#server/kit/open-work.ts'

const open: readonly string[] = openBorrowingStates
const waiting: readonly string[] = ['waiting', 'noticed']

/** The shared devices that a person has reserved or on loan. */
export const openBorrowings: OpenWork = {
  of: sharedBorrowing,
  rule: borrowingHandOver,
  as: 'borrowings',
  states: sharedBorrowing.fields.borrowingStatus.of,
  waitingSql: (into, tenant, users) => `
    select o.id, concat_ws(' ', o.borrowing_no, d.device_name) as title, o.borrowing_status as state, o.borrower_id as user_id
    from shared_borrowing o left join device d on d.tenant_id = o.tenant_id and d.id = o.device_id
    where o.tenant_id = ${tenant} and o.borrower_id = any(${users}::uuid[]) and not o.is_deleted and o.borrowing_status = any(${into.add(open)}::text[])`,
  handOver: async (given) =>
    (await moveAll(given, sharedBorrowing, 'borrower', (row) => open.includes(String(row.borrowing_status)))).length,
}

/** The places of a person on the waiting list. */
export const openWaitings: OpenWork = {
  of: poolWaiting,
  rule: borrowingHandOver,
  as: 'waitings',
  states: poolWaiting.fields.waitingStatus.of,
  waitingSql: (into, tenant, users) => `
    select o.id, o.waiting_title as title, o.waiting_status as state, o.person_id as user_id from pool_waiting o
    where o.tenant_id = ${tenant} and o.person_id = any(${users}::uuid[]) and not o.is_deleted and o.waiting_status = any(${into.add(waiting)}::text[])`,
  handOver: async (given) => (await moveAll(given, poolWaiting, 'person', (row) => waiting.includes(String(row.waiting_status)))).length,
}
