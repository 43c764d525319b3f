import { type Duty, duties } from '#contract/kit/access/duty.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Words } from '#contract/kit/words.ts'
import { rights } from '#contract/rights.ts'

/** A violation reported by the database function `duty_faults`, or a duty that no active person holds. */
export type DutyFault =
  | { readonly fault: 'right'; readonly role: string; readonly right: string; readonly duty: Duty }
  | { readonly fault: 'changes'; readonly role: string; readonly right: string }
  | { readonly fault: 'two'; readonly person: string; readonly duties: readonly Duty[] }
  | { readonly fault: 'auditor'; readonly person: string; readonly role: string; readonly right: string }
  | { readonly fault: 'unready'; readonly duty: Duty }
  | { readonly fault: 'nobody'; readonly duty: Duty }

const named = (right: string): Words => rights.get(right) ?? { zh: right, en: right }

/** A violation of separated duties as a sentence. */
export function dutyWords(found: DutyFault): Words {
  switch (found.fault) {
    case 'right': {
      const [right, duty] = [named(found.right), duties[found.duty]]
      return {
        zh: `三员分立：“${right.zh}”只属于${duty.zh}，角色“${found.role}”不能拥有`,
        en: `Three administrators: “${right.en}” belongs to the ${duty.en.toLowerCase()} alone, so the role “${found.role}” cannot hold it`,
      }
    }
    case 'changes': {
      const right = named(found.right)
      return {
        zh: `三员分立：审计管理员不更改数据，角色“${found.role}”不能拥有“${right.zh}”`,
        en: `Three administrators: an audit administrator changes nothing, so the role “${found.role}” cannot hold “${right.en}”`,
      }
    }
    case 'two': {
      const [one, two] = found.duties.map((duty) => duties[duty]) as [Words, Words]
      return {
        zh: `三员分立：“${found.person}”不能同时担任${one.zh}和${two.zh}`,
        en: `Three administrators: “${found.person}” cannot be ${one.en.toLowerCase()} and ${two.en.toLowerCase()} at once`,
      }
    }
    case 'auditor': {
      const right = named(found.right)
      return {
        zh: `三员分立：“${found.person}”是审计管理员，不能有角色“${found.role}”：它含有“${right.zh}”`,
        en: `Three administrators: “${found.person}” is an audit administrator and cannot have the role “${found.role}”, which holds “${right.en}”`,
      }
    }
    case 'unready': {
      const duty = duties[found.duty]
      return {
        zh: `三员分立：尚无${duty.zh}用自己设置的密码登录过，启用后可能无人能履行其职责；请其先登录并修改初始密码`,
        en: `Three administrators: no ${duty.en.toLowerCase()} has signed in with a password of their own yet. Let one sign in and change the first password before`,
      }
    }
    default: {
      const duty = duties[found.duty]
      return {
        zh: `三员分立：没有在用且权限齐全的${duty.zh}，每项职责至少要有一人`,
        en: `Three administrators: no active person has all it takes to be ${duty.en.toLowerCase()}; each duty needs one`,
      }
    }
  }
}

/** The Refusal for a transaction that the database aborted because of separated duties; undefined for other errors. */
export function dutyRefusal(error: unknown): Refusal | undefined {
  const { code, detail } = error as { code?: unknown; detail?: string }
  return code === 'WK003' && detail ? new Refusal('rule', { ...dutyWords(JSON.parse(detail) as DutyFault) }) : undefined
}
