import * as calls from '#contract/calls/settings/hospital.ts'
import { shortestRange } from '#contract/entities/identity/password-lengths.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Raw } from '#contract/kit/fields/parse.ts'
import { searchForm } from '#contract/kit/text/one-writing.ts'
import { platformTenant } from '#contract/roles.ts'
import { addPerson } from '#server/db/first/add-person.ts'
import { firstPolicy } from '#server/db/first/add-tenant.ts'
import { addDefaultFlows } from '#server/db/first/default-flows.ts'
import { addDefaultRoles } from '#server/db/first/default-roles.ts'
import { inTenant } from '#server/db/in-tenant.ts'
import type { Transaction } from '#server/db/pool.ts'
import { type Row, rowsAs } from '#server/db/query.ts'
import { hashFirstPassword, hostOf, newPassword } from '#server/features/identity/public.ts'
import { logAccess } from '#server/features/record/public.ts'
import { bumpEpoch } from '#server/kit/access/tenant-epoch.ts'
import { stopTenant } from '#server/kit/access/tenant-stops.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { likeText } from '#server/kit/read/like.ts'
import { pagePlan } from '#server/kit/read/page-plan.ts'
import { read } from '#server/kit/refuse.ts'
import { platformFigures } from './platform-figures.ts'
import { refuseElsewhere } from './public.ts'

const what = { zh: '机构', en: 'Organisation' }

/** There is no limit of accounts here, as front ends of the given calls say it. */
const unlimited = -1

const columns = `t.id, t.id as "tenantId", t.tenant_name as "tenantName", t.kind, t.created_at as "createTime", t.stopped_at as "stoppedTime",
  (t.stopped_at is not null)::int as "isStopped", t.session_days as "sessionDays", t.domain, t.takes_registrations as "takesRegistrations", t.sms_quota as "smsQuota",
  t.linkman, t.contact_number as "contactNumber", t.address,
  t.domain as "domainUrl", null::text as "backgroundUrl", ${unlimited} as "accountNumber", null::text as "expireTime", 0 as "isDeleted", 1 as status`

type Listed = AnswerOf<typeof calls.hospitals>['records'][number]

function list(context: Context): ReadPlan<AnswerOf<typeof calls.hospitals>> {
  refuseElsewhere(context, what)
  const { tenantId, tenantName, linkman, contactNumber, keyword } = read(calls.hospitals.input, context.input, {
    ofOtherForm: true,
  }) as Record<string, string | null | undefined>
  const like = (typed: string | null | undefined): string | null => (typed ? `%${likeText(searchForm(typed))}%` : null)
  const values = [tenantId || null, like(tenantName), like(linkman), like(contactNumber), like(keyword)]
  const from = `tenant t where ($1::text is null or t.id = $1) and ($2::text is null or search_form(t.tenant_name) like $2)
    and ($3::text is null or search_form(t.linkman) like $3) and ($4::text is null or search_form(t.contact_number) like $4)
    and ($5::text is null or search_form(t.tenant_name) like $5 or search_form(t.id) like $5)`
  return pagePlan(context, { columns, from, order: 't.created_at desc, t.id', values }, (row: Listed) => row)
}

function select({ actor }: Context): ReadPlan<AnswerOf<typeof calls.hospitalSelect>> {
  const isAll = actor.tenantId === platformTenant && actor.rights.has(calls.hospitals.may)
  const text = `select id, id as "tenantId", tenant_name as "tenantName" from tenant where ${isAll ? 'stopped_at is null' : 'id = $1'} order by id`
  return { queries: [{ text, values: isAll ? [] : [actor.tenantId] }], answer: ([found]) => rowsAs(found) }
}

function detail(context: Context): ReadPlan<AnswerOf<typeof calls.hospitalDetail>> {
  refuseElsewhere(context, what)
  const { id } = read(calls.hospitalDetail.input, context.input) as { id: string }
  return {
    queries: [{ text: `select ${columns} from tenant t where t.id = $1`, values: [id] }],
    answer([found]) {
      const [row] = rowsAs<AnswerOf<typeof calls.hospitalDetail>>(found)
      if (!row) throw new Refusal('not_found', { what })
      return row
    },
  }
}

/** What the form of other front ends sends back and does not offer: it says what was there when the form was opened, and `setting` changes it. */
const notOffered = new Set(['isStopped', 'stoppedTime', 'sessionDays', 'domain', 'takesRegistrations', 'smsQuota'])

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === ''

/** That form has the host name under a name of its own, as an address; it is typed where it differs from the one that was sent back with the row. */
function typedDomain({ domain, domainUrl }: Raw): string | undefined {
  if (isBlank(domainUrl) || domainUrl === domain) return undefined
  const typed = String(domainUrl).trim()
  const host = /^https?:\/\//i.test(typed) ? hostOf(typed) : typed
  return read({ domain: calls.hospitalSetting.input.domain }, { domain: host }).domain as string
}

/** What that form changed: what it offers and differs from the row; the rest was sent back and says nothing. */
async function changedOnly(tx: Transaction, input: Raw): Promise<Raw> {
  const { id } = read({ id: calls.hospitalSetting.input.id }, { id: input.id })
  const { rows } = await tx.run({ text: `select ${columns} from tenant t where t.id = $1`, values: [id] })
  const [row] = rows
  if (!row) throw new Refusal('not_found', { what })
  const { domainUrl: _, ...sent } = input
  const isSaid = (name: string, value: unknown): boolean => !notOffered.has(name) && (value ?? null) !== (row[name] ?? null)
  const domain = typedDomain(input)
  return {
    ...Object.fromEntries(Object.entries(sent).filter(([name, value]) => name === 'id' || isSaid(name, value))),
    ...(domain && domain !== row.domain && { domain }),
  }
}

/** A number that no tenant has. */
async function freeTenant(tx: Transaction): Promise<string> {
  const { rows } = await tx.run({
    text: `select n::text as id from (select 100000 + floor(random() * 900000)::int as n from generate_series(1, 40)) free
      where not exists (select 1 from tenant t where t.id = free.n::text) limit 1`,
    values: [],
  })
  return String(rows[0]?.id ?? '')
}

/**
 * That form asks neither for the number of a new tenant nor for its first administrator: a free number, and an administrator whose first password the
 * answer says.
 */
async function withFirst(tx: Transaction, input: Raw): Promise<Raw> {
  const { domainUrl: _, ...given } = ofOtherForm(input)
  if (!['newTenant', 'account', 'realName'].every((name) => isBlank(given[name]))) return given
  const realName = isBlank(given.linkman) ? firstName : given.linkman
  return { ...given, newTenant: await freeTenant(tx), account: firstAccount, realName }
}

const firstAccount = 'admin'
const firstName = '管理员'

async function add(context: Context, tx: Transaction) {
  refuseElsewhere(context, what)
  const { id: there, tenantId, ...given } = context.input
  if (there !== undefined && there !== null && there !== '') {
    const { id } = await change({ ...context, input: await changedOnly(tx, context.input) }, tx)
    return { id, tenantId: id }
  }
  const named = { ...(tenantId === undefined ? {} : { newTenant: tenantId }), ...given }
  const first = await withFirst(tx, named)
  const { newTenant, tenantName, account, realName, kind, linkman, contactNumber, address } = read(calls.addHospital.input, first, {
    ofOtherForm: true,
  }) as Record<string, string>
  const domain = typedDomain(named)
  if (domain) await refuseTakenDomain(tx, newTenant!, domain)
  const made = await tx.run({
    text: `insert into tenant (id, tenant_name, kind, linkman, contact_number, address, domain) values ($1, $2, coalesce($7, 'hospital'), $3, $4, $5, $6)
      on conflict do nothing`,
    values: [newTenant, tenantName, linkman ?? null, contactNumber ?? null, address ?? null, domain ?? null, kind ?? null],
  })
  // Another tenant may have got the same name or number in the meantime.
  if (made.rowCount === 0 && domain) await refuseTakenDomain(tx, newTenant!, domain)
  if (made.rowCount === 0) throw new Refusal('taken', { label: calls.addHospital.input.newTenant, value: newTenant! })
  const password = newPassword({ shortest: shortestRange.min, names: [newTenant!, tenantName!, account!] })
  const passwordHash = await hashFirstPassword(password)
  await inTenant(tx, newTenant!, (inside) => {
    const roleId = addDefaultRoles(inside).get('administrator')
    inside.later(firstPolicy(newTenant!))
    addDefaultFlows(inside)
    addPerson(inside, { account: account!, realName: realName!, roleId, passwordHash, mustChange: true })
    inside.later({ text: `select set_config('app.person', $1, true)`, values: [context.actor.personId] })
  })
  logAccess(context, tx, { event: 'hospital', detail: `+ ${newTenant} ${tenantName}` })
  return { id: newTenant!, tenantId: newTenant!, account: account!, password }
}

/** Refuses a host name by which another tenant signs in. */
async function refuseTakenDomain(tx: Transaction, id: string, domain: string): Promise<void> {
  const { rows } = await tx.run({ text: 'select 1 from tenant where lower(domain) = lower($1) and id <> $2', values: [domain, id] })
  if (rows.length > 0) throw new Refusal('taken', { label: calls.hospitalSetting.input.domain, value: domain })
}

/**
 * The form of other front ends names one tenant as `ids`, and offers how many accounts it may have and when it ends. There is no limit of either here,
 * so that −1 and nothing are what already holds; anything else is refused by its name.
 */
function ofOtherForm({ ids, accountNumber, expireTime, ...rest }: Raw): Raw {
  const isUnlimited =
    accountNumber === undefined || accountNumber === null || accountNumber === unlimited || accountNumber === String(unlimited)
  return {
    ...(ids === undefined ? {} : { id: ids }),
    ...(isUnlimited ? {} : { accountNumber }),
    ...(expireTime === undefined || expireTime === null ? {} : { expireTime }),
    ...rest,
  }
}

async function change(context: Context, tx: Transaction) {
  refuseElsewhere(context, what)
  const { id, tenantName, isStopped, sessionDays, domain, takesRegistrations, smsQuota, ...contact } = read(
    calls.hospitalSetting.input,
    ofOtherForm(context.input),
    { ofOtherForm: true },
  ) as {
    id: string
    tenantName?: string | null
    isStopped?: number | null
    sessionDays?: number | null
    domain?: string | null
    takesRegistrations?: number | null
    smsQuota?: number | null
  } & Readonly<Partial<Record<'linkman' | 'contactNumber' | 'address', string | null>>>
  if (domain) await refuseTakenDomain(tx, id, domain)
  if (id === platformTenant && isStopped === 1)
    throw new Refusal('rule', { zh: '平台自己的租户不能停用', en: 'The platform’s own tenant cannot be deactivated' })
  const { rows } = await tx.run({
    text: `update tenant set tenant_name = coalesce($2, tenant_name),
        stopped_at = case $3::int when 1 then coalesce(stopped_at, now()) when 0 then null else stopped_at end,
        session_days = coalesce($4, session_days),
        domain = case when $5 then $6 else domain end,
        takes_registrations = coalesce($7, takes_registrations),
        sms_quota = coalesce($8, sms_quota),
        linkman = case when $9 then $10 else linkman end,
        contact_number = case when $11 then $12 else contact_number end,
        address = case when $13 then $14 else address end
      where id = $1 returning tenant_name, stopped_at, session_days`,
    values: [
      id,
      tenantName ?? null,
      isStopped ?? null,
      sessionDays ?? null,
      domain !== undefined,
      domain ?? null,
      takesRegistrations ?? null,
      smsQuota ?? null,
      ...(['linkman', 'contactNumber', 'address'] as const).flatMap((name) => [contact[name] !== undefined, contact[name] ?? null]),
    ],
  })
  const row: Row | undefined = rows[0]
  if (!row) throw new Refusal('not_found', { what })
  // Processes reload what they cached of its people with the next request.
  await inTenant(tx, id, (inside) => {
    // Access tokens that were given out before end with their session too.
    inside.later({
      text: `update session s set expires_at = least(s.expires_at, s.signed_in_at + make_interval(days => t.session_days))
        from tenant t where t.id = $1 and s.tenant_id = t.id and s.revoked_at is null and s.expires_at > s.signed_in_at + make_interval(days => t.session_days)`,
      values: [id],
    })
    bumpEpoch(inside, id)
  })
  if (isStopped === 1) await stopTenant(context, tx, id)
  const days = sessionDays ? ` ${sessionDays} d` : ''
  logAccess(context, tx, { event: 'hospital', detail: `${id} ${row.tenant_name}${isStopped === 1 ? ' −' : ''}${days}` })
  return {
    id,
    tenantName: String(row.tenant_name),
    isStopped: row.stopped_at === null ? (0 as const) : (1 as const),
    sessionDays: Number(row.session_days),
  }
}

/** The hospitals, for the platform’s own people. */
export const hospitalAnswers: readonly Answer[] = [
  answer(calls.hospitals, { read: list }),
  answer(calls.hospitalSelect, { read: select }),
  answer(calls.hospitalDetail, { read: detail }),
  answer(calls.addHospital, { write: add }),
  answer(calls.hospitalSetting, { write: change }),
  answer(calls.hospitalFigures, { read: platformFigures }),
]
