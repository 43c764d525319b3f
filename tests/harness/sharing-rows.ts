import { v7 } from 'uuid'
import type { TestApp } from './app-for-test.ts'

/** What the rows are about. */
interface About {
  readonly tenant: string
  readonly device: string
  readonly dept: string | null
  /** Stands in every text of the rows that belong to the department. */
  readonly word: string
  /** Stands in the texts of the provider's row, which has no department; the same word if absent. */
  readonly openWord?: string
  readonly state?: string
}

/**
 * A shared order, an order of another hospital and a card change proposal in one tenant, as batteries look at them; their course is that of
 * tests/api/sharing.test.ts. Answers their ids by entity.
 */
export async function sharingRows(
  app: TestApp,
  about: About,
): Promise<Record<'serviceOrder' | 'providerOrder' | 'cardProposal' | 'orderMessage', string>> {
  const { tenant, device, dept, word, openWord = word, state = 'finished' } = about
  const [serviceOrder, providerOrder, cardProposal, supplier] = [v7(), v7(), v7(), v7()]
  await app.sql(`insert into supplier (tenant_id, id, supplier_name, supplier_kind) values ($1, $2, $3, 'service')`, [
    ...[tenant, supplier, `${openWord}服务商${supplier.slice(-6)}`],
  ])
  await app.sql(
    `insert into service_order (tenant_id, id, order_no, share_state, device_id, use_dept_id, provider_id, note, plan_content, shared_at)
      values ($1, $2, $3, $4, $5, $6, $7, $3, $3, now())`,
    [tenant, serviceOrder, `${word}共享`, state, device, dept, supplier],
  )
  await app.sql(
    `insert into provider_order (tenant_id, id, order_no, share_state, hospital_name, device_key, device_name, device_model, fault, urgency, shared_at)
      values ($1, $2, $3, $4, $3, $5, $3, $3, $3, 'normal', now())`,
    [tenant, providerOrder, `${openWord}服务`, state, providerOrder.slice(-12)],
  )
  await app.sql(
    `insert into card_proposal (tenant_id, id, device_id, field_name, proposed_value, proposal_state, provider_id, service_order_id, proposed_at)
      values ($1, $2, $3, 'brand', $4, 'pending', $5, $6, now())`,
    [tenant, cardProposal, device, `${word}建议`, supplier, serviceOrder],
  )
  const orderMessage = v7()
  await app.sql(
    `insert into order_message (tenant_id, id, order_id, side, content, author_name, sent_at) values ($1, $2, $3, 'provider', $4, $4, now())`,
    [tenant, orderMessage, serviceOrder, `${word}留言`],
  )
  return { serviceOrder, providerOrder, cardProposal, orderMessage }
}
