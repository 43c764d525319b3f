import { serviceInvoiceLine } from '#contract/entities/service/contracts/service-invoice-line.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import type { HookLines } from '#server/kit/hooks.ts'
import { linkedRows } from '#server/kit/read/links.ts'
import { rule } from './contract-devices.ts'

/** The three kinds of documents that a line may charge, by the wire name of their link. */
const kinds = ['repairOrderId', 'maintainOrderId', 'instalmentId'] as const
export type Charged = (typeof kinds)[number]

/** A document with what was agreed for it, of whom, whether that can be charged now, and the invoice that charges it already. */
interface Document {
  readonly id: string
  readonly name: string
  readonly agreed: string | null
  readonly supplierId: string | null
  readonly isDone: boolean
  readonly invoiceNo: string | null
}

const sql: Readonly<Record<Charged, string>> = {
  repairOrderId: `select t.id, t.order_no as name, t.outside_cost::text as agreed, t.provider_id as "supplierId", t.repair_status in ('finished', 'done', 'scrapped') as "isDone"
    from repair_order t where t.tenant_id = $1 and t.id = any($2::uuid[])`,
  maintainOrderId: `select t.id, t.order_no as name, t.cost::text as agreed, t.provider_id as "supplierId", t.finished_at is not null as "isDone"
    from maintain_order t where t.tenant_id = $1 and t.id = any($2::uuid[])`,
  instalmentId: `select t.id, k.contract_no || ' ' || t.instalment_name as name, t.amount::text as agreed, t.supplier_id as "supplierId", t.pay_state = 'open' as "isDone"
    from contract_instalment t join service_contract k on k.tenant_id = t.tenant_id and k.id = t.contract_id where t.tenant_id = $1 and t.id = any($2::uuid[])`,
}
const columns: Readonly<Record<Charged, string>> = {
  repairOrderId: 'repair_order_id',
  maintainOrderId: 'maintain_order_id',
  instalmentId: 'instalment_id',
}

/** Which document a line charges. Refuses a line with none or several. */
export function chargedBy(line: Row, at: number): { kind: Charged; id: string } {
  const found = kinds.filter((kind) => line[kind])
  const [kind] = found
  if (!kind || found.length > 1)
    throw rule(
      `第 ${at + 1} 行须填写维修工单、保养工单、合同付款中的一项`,
      `Line ${at + 1} names one of a repair order, a maintenance order and a contract instalment`,
      `lines.${at}.repairOrderId`,
    )
  return { kind, id: String(line[kind]) }
}

/** The documents of lines by their ids. `invoiceId`: the invoice of the lines, which does not count as another one. */
export async function documentsOf(tx: Transaction, lines: readonly Row[], invoiceId: unknown): Promise<ReadonlyMap<string, Document>> {
  const wanted = lines.map(chargedBy)
  const found = new Map<string, Document>()
  for (const kind of kinds) {
    const ids = wanted.filter((one) => one.kind === kind).map(({ id }) => id)
    if (ids.length === 0) continue
    const { rows } = await tx.run({
      text: `select d.*, (select i.invoice_no from service_invoice_line l join service_invoice i on i.tenant_id = l.tenant_id and i.id = l.invoice_id and not i.is_deleted
          where l.tenant_id = $1 and l.${columns[kind]} = d.id and i.id is distinct from $3::uuid limit 1) as "invoiceNo"
        from (${sql[kind]}) d`,
      values: [tx.tenantId, ids, invoiceId],
    })
    for (const row of rows) found.set(String(row.id), row as unknown as Document)
  }
  return found
}

const { repairOrder, maintainOrder, instalment } = serviceInvoiceLine.fields
const links = { repairOrderId: repairOrder, maintainOrderId: maintainOrder, instalmentId: instalment } as const

/** The ids of the documents that the person sees. */
async function seenOf(context: Context, tx: Transaction, wanted: readonly { kind: Charged; id: string }[]): Promise<ReadonlySet<string>> {
  const seen = new Set<string>()
  for (const kind of kinds) {
    const ids = wanted.filter((one) => one.kind === kind).map(({ id }) => id)
    if (ids.length === 0) continue
    for (const row of await linkedRows(links[kind], context, tx, ids)) if (row.open) seen.add(String(row.id))
  }
  return seen
}

/** Whether a supplier gets no more work: what it charges was ordered of it before. */
export async function isRetired(tx: Transaction, supplierId: unknown): Promise<boolean> {
  const { rows } = await tx.run({
    text: 'select 1 from supplier where tenant_id = $1 and id = $2 and (is_inactive = 1 or is_blacklisted = 1)',
    values: [tx.tenantId, supplierId],
  })
  return rows.length > 0
}

/**
 * Refuses a document that another invoice charges, one of another supplier, and, of a supplier that gets no more work, one that was not given to it. `field`: that
 * of the line, in a draft.
 */
export function refuseForeign(of: Document, supplierId: unknown, isOver: boolean, field?: string): void {
  if (of.invoiceNo !== null)
    throw rule(`“${of.name}”已在发票“${of.invoiceNo}”中`, `“${of.name}” is charged by the invoice “${of.invoiceNo}” already`, field)
  if (of.supplierId !== null && of.supplierId !== supplierId)
    throw rule(`“${of.name}”不是该供应商的单据`, `“${of.name}” is of another supplier`, field)
  if (of.supplierId === null && isOver)
    throw rule(
      `供应商已停用，只能登记此前由其承接的单据，“${of.name}”没有派给该供应商`,
      `The supplier is inactive and charges only what it was given before. “${of.name}” was not given to it`,
      field,
    )
}

/** Fills in what lines charge and what was agreed. Refuses a document twice, one that another invoice charges, and one of another supplier. */
export async function fillLines(
  context: Context,
  tx: Transaction,
  lines: HookLines[string],
  { invoiceId, supplierId }: { invoiceId: unknown; supplierId: unknown },
): Promise<void> {
  const after = lines.after as unknown as Row[]
  const documents = await documentsOf(tx, after, invoiceId)
  const held = new Set((lines.before as readonly Row[]).map((line, at) => chargedBy(line, at).id))
  const added = after.map(chargedBy).filter(({ id }) => !held.has(id))
  const open = await seenOf(context, tx, added)
  const isOver = await isRetired(tx, supplierId)
  const seen = new Set<string>()
  for (const [at, line] of after.entries()) {
    const { kind, id } = chargedBy(line, at)
    const of = documents.get(id)
    // No message names one that the person does not see: it is refused as absent when the lines are written.
    if (!of || !(held.has(id) || open.has(id))) continue
    const field = `lines.${at}.${kind}`
    if (seen.has(id)) throw rule(`“${of.name}”在发票中出现两次`, `“${of.name}” is in the invoice twice`, field)
    seen.add(id)
    refuseForeign(of, supplierId, isOver, field)
    line.lineName = of.name
    line.agreedAmount = of.agreed ?? '0.00'
  }
}
