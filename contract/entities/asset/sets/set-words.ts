import type { Words } from '../../../kit/words.ts'
import { deviceStates } from '../device/device-states.ts'
import { stopKinds } from '../stops/stop-kinds.ts'

/** What the card of a member says of whether it can be used now. */
interface MemberFacts {
  readonly eamStatus?: unknown
  readonly stopKinds?: unknown
}

const usable: ReadonlySet<unknown> = new Set(['in_use', 'in_stock'])
const stopped = { zh: '停用', en: 'Out of service' }

/** Why a device of a set cannot be used or lent now: its stops, else its state; undefined where it can. */
export function memberTrouble({ eamStatus, stopKinds: stops }: MemberFacts): Words | undefined {
  const kinds = (Array.isArray(stops) ? stops : []).flatMap((kind) => stopKinds[kind as keyof typeof stopKinds] ?? [])
  if (kinds.length > 0)
    return {
      zh: `${stopped.zh}（${kinds.map(({ zh }) => zh).join('、')}）`,
      en: `${stopped.en} (${kinds.map(({ en }) => en).join(', ')})`,
    }
  return usable.has(eamStatus) ? undefined : deviceStates[eamStatus as keyof typeof deviceStates]
}

/** Whether a set is complete: all of its devices can be used, or how many of them cannot. */
export function setState(count: number, troubled: number): Words {
  if (count === 0) return { zh: '没有设备', en: 'No devices' }
  if (troubled === 0) return { zh: `齐全，共 ${count} 台`, en: `Complete: ${count} ${count === 1 ? 'device' : 'devices'}` }
  return { zh: `不齐全：${count} 台中 ${troubled} 台不可用`, en: `Incomplete: ${troubled} of ${count} cannot be used` }
}

/** Members that the person does not see are counted, not named. */
export const othersInSet = (n: number): Words => ({
  zh: `另有 ${n} 台设备不在您的范围内`,
  en: `${n} more outside your scope`,
})
