import { device } from '#contract/entities/asset/device/device.ts'
import { isForeign, type Ownership, ownerships } from '#contract/entities/asset/device/ownership.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Row } from '#server/db/query.ts'
import { hook } from '#server/kit/hooks.ts'
import type { RowCheck } from '#server/kit/import/rows/row-checks.ts'

/** What a card says that matters to its end; days as texts. */
interface Said {
  readonly ownership?: unknown
  readonly ownershipEnd?: unknown
  readonly acceptanceDate?: unknown
  readonly enableDate?: unknown
  readonly purchaseDate?: unknown
}

const words = {
  owned: {
    zh: '本院自有或受赠的设备没有产权到期日',
    en: 'A device that the hospital owns is not due back',
  },
  early: { zh: '不能早于设备到院日期', en: 'cannot be before the day on which the device arrived' },
} as const

/** The day on which a device arrived: its acceptance, else the day of its use or purchase. */
const arrivalOf = ({ acceptanceDate, enableDate, purchaseDate }: Said): string | undefined => {
  const day = [acceptanceDate, enableDate, purchaseDate].find(Boolean)
  return day === undefined ? undefined : String(day)
}

/** Whether the end of a device that belongs to another owner lies before its arrival. */
const isEarly = (said: Said): boolean => Boolean(said.ownershipEnd) && String(said.ownershipEnd) < (arrivalOf(said) ?? '')

const names = ['ownership', 'ownershipEnd', 'acceptanceDate', 'enableDate', 'purchaseDate'] as const satisfies readonly (keyof Said)[]

/** What a card says after a draft. */
const after = (draft: Row, row: Row): Said => {
  const now: Said = {
    ownership: row.ownership,
    ownershipEnd: row.ownership_end,
    acceptanceDate: row.acceptance_date,
    enableDate: row.enable_date,
    purchaseDate: row.purchase_date,
  }
  return { ...now, ...Object.fromEntries(names.flatMap((name) => (name in draft ? [[name, draft[name]]] : []))) }
}

/** Refuses an end of a device that the hospital owns, and one before the device arrived. */
function refuseEnd(said: Said): void {
  const { ownershipEnd: field } = device.fields
  if (said.ownershipEnd && !isForeign(said.ownership)) throw new Refusal('rule', words.owned, [{ field: 'ownershipEnd' }])
  if (isEarly(said))
    throw new Refusal('rule', { zh: `“${field.zh}”${words.early.zh}`, en: `“${field.en}” ${words.early.en}` }, [{ field: 'ownershipEnd' }])
}

/** The ownership that the fund of a new card proposes, such as a hospital's own fund `placed`. */
const proposed = (fund: unknown): Ownership | undefined =>
  typeof fund === 'string' && Object.hasOwn(ownerships, fund) ? (fund as Ownership) : undefined

hook(
  device,
  {
    async beforeAdd(_context, _tx, { draft }) {
      const ownership = draft.ownership ?? proposed(draft.fundSource) ?? 'owned'
      refuseEnd({ ...draft, ownership })
      return { ownership }
    },
    async beforeChange(_context, _tx, { row, draft }) {
      if (!names.some((name) => name in draft)) return undefined
      const said = after(draft, row)
      // A purchase clears the end by itself.
      const isBought = !isForeign(said.ownership) && !draft.ownershipEnd
      refuseEnd(isBought ? { ...said, ownershipEnd: null } : said)
      return {
        ...(isBought && row.ownership_end ? { ownership_end: null } : {}),
        ...('ownership' in draft && !draft.ownership ? { ownership: 'owned' } : {}),
      }
    },
  },
  10,
)

/** The same of imported rows: an end that cannot be is an error of its cell. */
export const ownershipCheck: RowCheck = {
  of: device,
  async check(rows, _given, wrong) {
    for (const row of rows) {
      const { draft } = row
      const why = !draft.ownershipEnd ? undefined : !isForeign(draft.ownership) ? words.owned : isEarly(draft) ? words.early : undefined
      if (why) wrong(row, 'ownershipEnd', why, String(draft.ownershipEnd))
    }
  },
}
