import type { deviceSet } from '#contract/entities/asset/sets/device-set.ts'
import type { deviceSetMember } from '#contract/entities/asset/sets/device-set-member.ts'
import type { PhoneRow } from '#contract/kit/entity/shape.ts'
import { sameCode } from '#contract/kit/text/one-writing.ts'
import { pulledByIds, pulledRows, useStored } from '#src/kit/phone/store/local-data.ts'
import { type PhoneStore, phoneStore } from '#src/kit/phone/store/phone-store.ts'
import type { PhoneDevice } from './device.ts'

/** A set as phones keep it. */
export type SetRow = PhoneRow<typeof deviceSet>

/** A device of a set, with its card where this phone holds it. */
export type MemberRow = PhoneRow<typeof deviceSetMember> & { readonly card: PhoneDevice | undefined }

/** The set whose label carries this code, or whose number it is; undefined: none that this phone knows. */
export async function setOfCode(code: string): Promise<SetRow | undefined> {
  const rows = await pulledRows<SetRow>(phoneStore(), 'deviceSet')
  return rows.find((row) => sameCode(row.qrToken, code)) ?? rows.find((row) => sameCode(row.setNo, code))
}

/** The devices of a set in their order. */
async function membersOf(of: PhoneStore, setId: string): Promise<MemberRow[]> {
  const all = await pulledRows<PhoneRow<typeof deviceSetMember>>(of, 'deviceSetMember')
  const rows = all.filter((row) => row.deviceSetId === setId).sort((a, b) => Number(a.place) - Number(b.place))
  const ids = rows.map(({ deviceId }) => deviceId)
  const cards = new Map((ids.length > 0 ? await pulledByIds<PhoneDevice>(of, 'device', ids) : []).map((card) => [card.id, card]))
  return rows.map((row) => ({ ...row, card: cards.get(row.deviceId) }))
}

/** A set with its devices; null: this phone does not hold it; undefined while it is read. */
export function useSet(id: string): { readonly set: SetRow; readonly members: readonly MemberRow[] } | null | undefined {
  return useStored(
    async (of) => {
      const set = (await pulledByIds<SetRow>(of, 'deviceSet', [id]))[0]
      return set ? { set, members: await membersOf(of, id) } : null
    },
    [id],
  )
}
