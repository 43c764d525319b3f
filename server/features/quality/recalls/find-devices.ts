import { type MatchKind, matchKeys } from '#contract/codes/match-keys.ts'
import { matchKinds } from '#contract/entities/quality/recall-kinds.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { searchForm } from '#contract/kit/text/one-writing.ts'
import type { Parameters, Query, Row } from '#server/db/query.ts'

/** A line of a recall, as far as it finds devices. */
interface Line {
  readonly id?: unknown
  readonly matchKind: MatchKind
  readonly matchValue: string
  readonly brand: string | null
  readonly onlyMaker: string | null
}

/** The stored line of a recall. */
export const lineOf = (row: Row): Line => ({
  id: row.id,
  matchKind: row.match_kind as MatchKind,
  matchValue: String(row.match_value),
  brand: row.brand as string | null,
  onlyMaker: row.only_maker as string | null,
})

const formOf = (text: string | null): string | null => (text?.trim() ? searchForm(text.trim()) : null)

/** Refuses lines that can find nothing, with the first of them. */
export function refuseEmpty(lines: readonly Pick<Line, 'matchKind' | 'matchValue'>[]): void {
  const at = lines.findIndex(({ matchKind, matchValue }) => !matchKeys(matchKind, matchValue))
  if (at < 0) return
  const { matchKind, matchValue } = lines[at]!
  const kind = matchKinds[matchKind]
  throw new Refusal('rule', {
    zh: `第 ${at + 1} 行“${matchValue}”中没有${kind.zh}`,
    en: `Line ${at + 1}: “${matchValue}” has no ${kind.en}`,
  })
}

/**
 * SQL of what these lines find: `item` and `device_id`, each pair once. Codes are compared in one form. The lot, and a serial number that is
 * not on the card itself, stand in the production identifier of the card, in brackets or as a reader said it. `narrow`: a further condition
 * over `d`.
 */
export function foundSql(lines: readonly Line[], tenantId: string, into: Parameters, narrow = 'true'): string {
  const keys = lines.flatMap(({ id, matchKind: kind, matchValue, brand, onlyMaker }) => {
    const found = matchKeys(kind, matchValue)
    const more = { item: id, kind, lot: found?.lot ?? null, serial: found?.serial ?? null, brand: formOf(brand), maker: formOf(onlyMaker) }
    return (found?.keys ?? []).map((key) => ({ ...more, key }))
  })
  const [tenant, given] = [into.add(tenantId), into.add(JSON.stringify(keys))]
  const fits = '(k.brand is null or strpos(c.brand, k.brand) > 0) and (k.maker is null or strpos(c.maker, k.maker) > 0)'
  const ends = (ai: string, key: string): string => `(c.raw = ${key} or right(c.raw, length(${key}) + 2) = '${ai}' || ${key})`
  return `with k as materialized (select * from jsonb_to_recordset(${given}::jsonb) k(item uuid, kind text, key text, lot text, serial text, brand text, maker text)),
    p as materialized (select d.id, d.sn_key as sn, code_key(d.udi_di) as di, code_key(d.udi_pi) as pi, code_key(d.device_model) as model,
        search_form(d.brand) as brand, search_form(d.manufacturer) as maker
      from device d where d.tenant_id = ${tenant} and not d.is_deleted and d.eam_status <> 'disposed' and ${narrow}),
    c as materialized (select p.*, substring(p.pi from '\\(10\\)([^(]+)') as lot, substring(p.pi from '\\(21\\)([^(]+)') as serial,
        case when strpos(p.pi, '(') = 0 then p.pi end as raw from p)
    select k.item, c.id as device_id from k join c on c.di = k.key where k.kind = 'udi' and ${fits}
      and (k.lot is null or c.lot = k.lot or ${ends('10', 'k.lot')})
      and (k.serial is null or c.sn = k.serial or c.serial = k.serial or ${ends('21', 'k.serial')})
    union select k.item, c.id from k join c on c.sn = k.key where k.kind = 'serial' and ${fits}
    union select k.item, c.id from k join c on c.serial = k.key where k.kind = 'serial' and ${fits}
    union select k.item, c.id from k join c on c.raw is not null and ${ends('21', 'k.key')} where k.kind = 'serial' and ${fits}
    union select k.item, c.id from k join c on c.lot = k.key where k.kind = 'lot' and ${fits}
    union select k.item, c.id from k join c on c.raw is not null and ${ends('10', 'k.key')} where k.kind = 'lot' and ${fits}
    union select k.item, c.id from k join c on c.model = k.key where k.kind = 'model' and ${fits}`
}

/** The stored lines of a recall, in their order. */
export const itemsOf = (tenantId: string, recallId: unknown): Query => ({
  text: 'select id, match_kind, match_value, brand, only_maker from recall_item where tenant_id = $1 and recall_id = $2 order by place, id',
  values: [tenantId, recallId],
})
