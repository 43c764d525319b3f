import { applySets, setLoans, takeBackSet } from '#contract/calls/custody/custody.ts'
import { readCode } from '#contract/codes/scanned-code.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { deviceSet } from '#contract/entities/asset/sets/device-set.ts'
import { memberTrouble } from '#contract/entities/asset/sets/set-words.ts'
import { deviceUse } from '#contract/entities/custody/device-use.ts'
import { deviceUseMachine } from '#contract/entities/custody/device-use-machine.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { isId, type Raw } from '#contract/kit/fields/parse.ts'
import { codeKey } from '#contract/kit/text/one-writing.ts'
import type { Language, Words } from '#contract/kit/words.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters, type Query, type Row, type Rows } from '#server/db/query.ts'
import { scopeSql } from '#server/kit/access/access.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { likeText } from '#server/kit/read/like.ts'
import { keywordOf } from '#server/kit/read/search.ts'
import { read, refusalOf } from '#server/kit/refuse.ts'
import { apply } from '#server/kit/steps/step.ts'
import { lockRows } from '#server/kit/write/lock.ts'

const held: Words = { zh: '已被其他申请占用', en: 'Held by another application' }

/** What the cards of members say, as SQL over `m` (a member) and `d` (its card). */
const memberColumns = `d.id, concat_ws(' ', d.device_name, d.device_code) as name, d.device_name as "deviceName", coalesce(d.device_code, '') as "deviceCode",
  d.eam_status as "eamStatus", d.stop_kinds as "stopKinds"`

const whyOf = (row: Row, language: Language): string | undefined => {
  const why = memberTrouble({ eamStatus: row.eamStatus, stopKinds: row.stopKinds }) ?? (row.isHeld ? held : undefined)
  return why?.[language]
}

const missingOf = (rows: readonly Row[], language: Language) =>
  rows.flatMap((row) => {
    const why = whyOf(row, language)
    return why ? [{ id: String(row.id), name: String(row.name), why }] : []
  })

/**
 * Sets of every department, as `deviceApply.devices` offers every device that is in use or in stock: who applies need not see their cards. Another device
 * is named to who sees its card, and counted for others.
 */
function setsToChoose(context: Context): ReadPlan<AnswerOf<typeof applySets>> {
  const { keyword, ids } = read(applySets.input, context.input) as { keyword?: string | null; ids?: string[] | null }
  const into = new Parameters()
  const seen = scopeSql(device, context.actor, 'd', into)
  const [tenant, chosen] = [into.add(context.actor.tenantId), into.add(ids ?? null)]
  const [like, code, token] = [
    into.add(keyword ? `%${likeText(keywordOf(keyword))}%` : null),
    into.add(keyword ? codeKey(keyword) : null),
    into.add(keyword ? readCode(keyword).code.toLowerCase() : null),
  ]
  return {
    queries: [
      {
        text: `select s.id, s.set_name as name, s.set_no as "setNo", p.dept_name as "deptName", ms.members
          from device_set s left join dept p on p.tenant_id = s.tenant_id and p.id = s.dept_id
          cross join lateral (select coalesce(json_agg(x order by x.place), '[]') as members from (
            select m.place, ${memberColumns}, exists (select 1 from device_hold h where h.tenant_id = m.tenant_id and h.device_id = m.device_id) as "isHeld",
              (d.eam_status in ('in_use', 'in_stock') or (${seen || 'true'})) as "isNamed"
            from device_set_member m join device d on d.tenant_id = m.tenant_id and d.id = m.device_id
            where m.tenant_id = s.tenant_id and m.device_set_id = s.id and not d.is_deleted) x) ms
          where s.tenant_id = ${tenant} and not s.is_deleted and coalesce(s.is_inactive, 0) = 0 and s.member_count > 0
            and (${chosen}::uuid[] is null or s.id = any(${chosen}::uuid[]))
            and (${like}::text is null or s.search like ${like}::text or s.set_no_key = ${code}::text or s.qr_token = ${token}::text)
          order by s.set_name, s.set_no limit 20`,
        values: into.values,
        once: true,
      },
    ],
    answer: ([found]) =>
      found!.rows.map((row) => {
        const members = row.members as Row[]
        const all = missingOf(members, context.language)
        const gone = new Set(all.map(({ id }) => id))
        const named = new Set(members.filter((one) => one.isNamed).map((one) => String(one.id)))
        const missing = all.filter(({ id }) => named.has(id))
        return {
          id: String(row.id),
          name: String(row.name),
          setNo: String(row.setNo),
          deptName: row.deptName as string | null,
          devices: members
            .filter((one) => !gone.has(String(one.id)))
            .map((one) => ({
              id: String(one.id),
              name: String(one.name),
              deviceName: String(one.deviceName),
              deviceCode: String(one.deviceCode),
            })),
          missing,
          others: all.length - missing.length,
        }
      }),
  }
}

/** The members of a set that the person sees, each with the loan that it is out on. */
function membersQuery(context: Context, deviceSetId: string): Query {
  const into = new Parameters()
  const [tenant, id] = [into.add(context.actor.tenantId), into.add(deviceSetId)]
  const scopes = [scopeSql(deviceSet, context.actor, 's', into)].filter(Boolean).map((sql) => ` and ${sql}`)
  const cards = scopeSql(device, context.actor, 'd', into)
  const seen = scopeSql(deviceUse, context.actor, 'u', into)
  return {
    text: `select ${memberColumns}, u.id as "useId", u.use_no as "useNo", u.version as "useVersion", p.dept_name as "toDeptName", (${seen || 'true'}) as "isSeen"
      from device_set s join device_set_member m on m.tenant_id = s.tenant_id and m.device_set_id = s.id
      join device d on d.tenant_id = m.tenant_id and d.id = m.device_id and not d.is_deleted${cards ? ` and ${cards}` : ''}
      left join device_use u on u.tenant_id = m.tenant_id and u.card_id = m.device_id and u.event_type = 'borrow' and u.status in ('received', 'returning') and not u.is_deleted
      left join dept p on p.tenant_id = u.tenant_id and p.id = u.to_dept_id
      where s.tenant_id = ${tenant} and s.id = ${id}::uuid and not s.is_deleted${scopes.join('')} order by m.place`,
    values: into.values,
  }
}

const idIn = (input: Raw, of: typeof setLoans | typeof takeBackSet): string => {
  const id = String(input.deviceSetId ?? '')
  if (!isId(id)) throw refusalOf([{ field: 'deviceSetId', label: of.input.deviceSetId, rule: id ? 'not_id' : 'required' }])
  return id
}

/** Refuses a set that the person does not see. */
const setQuery = (context: Context, id: string): Query => {
  const into = new Parameters()
  const where = `s.tenant_id = ${into.add(context.actor.tenantId)} and s.id = ${into.add(id)}::uuid and not s.is_deleted`
  const scope = scopeSql(deviceSet, context.actor, 's', into)
  return { text: `select s.set_name from device_set s where ${where}${scope ? ` and ${scope}` : ''}`, values: into.values }
}

function loansOf(context: Context): ReadPlan<AnswerOf<typeof setLoans>> {
  const id = idIn(context.input, setLoans)
  return {
    queries: [setQuery(context, id), membersQuery(context, id)],
    answer([sets, members]: Rows[]) {
      if (!sets!.rows[0]) throw new Refusal('not_found', { what: deviceSet })
      const { rows } = members!
      const lent = rows.filter((row) => row.useId && row.isSeen)
      return {
        out: lent.map((row) => ({
          id: String(row.useId),
          name: String(row.name),
          deviceId: String(row.id),
          useNo: String(row.useNo),
          version: Number(row.useVersion),
          toDeptName: row.toDeptName as string | null,
        })),
        missing: missingOf(
          rows.filter((row) => !lent.includes(row)),
          context.language,
        ),
      }
    },
  }
}

/** Takes back the named devices of a set in one transaction, each with all refusals and effects of its own return. */
async function takeBack(context: Context, tx: Transaction): Promise<AnswerOf<typeof takeBackSet>> {
  const id = idIn(context.input, takeBackSet)
  const {
    deviceSetId: _,
    devices: given,
    ...input
  } = read(context.actor.settings.inputs(takeBackSet.input), context.input) as Raw & {
    devices?: string[] | null
  }
  const devices = [...new Set(given ?? [])]
  if (devices.length === 0) throw refusalOf([{ field: 'devices', label: takeBackSet.input.devices, rule: 'required' }])
  const [named] = (await tx.run(setQuery(context, id))).rows
  if (!named) throw new Refusal('not_found', { what: deviceSet })
  const members = (await tx.run(membersQuery(context, id))).rows
  const loans = devices.map((deviceId) => {
    const member = members.find((row) => row.id === deviceId)
    if (!member)
      throw new Refusal('rule', { zh: '所选设备中有的不在该套组中', en: 'Some of the chosen devices are not in this set' }, [
        { field: 'devices' },
      ])
    if (!member.useId || !member.isSeen)
      throw new Refusal('rule', { zh: `设备“${member.name}”没有借出，不用收回`, en: `“${member.name}” is not on loan` }, [
        { field: 'devices' },
      ])
    return member
  })
  const uses = await lockRows(deviceUse, context, tx, loans.map((row) => String(row.useId)).sort())
  for (const use of uses) await apply(deviceUseMachine, 'takeBack', context, tx, use, input)
  const back = new Set(devices)
  return {
    returned: loans.map((row) => ({ id: String(row.id), name: String(row.name) })),
    missing: missingOf(
      members.filter((row) => !back.has(String(row.id))),
      context.language,
    ),
  }
}

export const setAnswers: readonly Answer[] = [
  answer(applySets, { read: setsToChoose }),
  answer(setLoans, { read: loansOf }),
  answer(takeBackSet, { write: takeBack }),
]
