/**
 * SQL of the cards that carry a code: `id`, `rank`, and whether it is written as given (`exact`); an index probe for each kind of code. What a label or chip
 * carries is once in a tenant; the numbers of the finance department and of the hospital are typed and may not be. Serial numbers repeat among makers: a
 * device identifier in the code excludes cards with another one, and prefers those with this one. Labels print the serial number of the production
 * identifier, which a card may have without a serial number of its own. The places are those of the tenant and of `probeValues` among the parameters; `scope`: a
 * further condition over the alias `t`.
 */
export const codeProbes = (tenant: string, text: string, key: string, serial: string, gtins: string, scope: string): string =>
  `select t.id, 1 as rank, t.rfid_code = ${text}::text as exact from device t where t.tenant_id = ${tenant} and not t.is_deleted and ${scope} and t.rfid_code_key = ${key}::text
  union select t.id, 1, t.device_code = ${text}::text from device t where t.tenant_id = ${tenant} and not t.is_deleted and ${scope} and t.device_code_key = ${key}::text
  union select t.id, 1, true from device t where t.tenant_id = ${tenant} and not t.is_deleted and ${scope} and t.qr_token = lower(${key}::text)
  union select t.id, 2, t.assets_code = ${text}::text from device t where t.tenant_id = ${tenant} and not t.is_deleted and ${scope} and t.assets_code_key = ${key}::text
  union select t.id, 2, t.asset_tag_no = ${text}::text from device t where t.tenant_id = ${tenant} and not t.is_deleted and ${scope} and t.asset_tag_no_key = ${key}::text
  union select t.id, 3, case when ${gtins}::text[] is null then t.sn = ${text}::text else t.udi_di is not null end
    from device t where t.tenant_id = ${tenant} and not t.is_deleted and ${scope} and t.sn_key = ${serial}::text
      and (${gtins}::text[] is null or t.udi_di is null or code_key(t.udi_di) = any(${gtins}::text[]))
  union select t.id, 4, true from device t where t.tenant_id = ${tenant} and not t.is_deleted and ${scope} and t.udi_di = any(${gtins}::text[])
      and ${serial}::text <> ''
      and (strpos(code_key(t.udi_pi) || '(', '(21)' || ${serial}::text || '(') > 0
        or strpos(t.udi_pi, '(') = 0 and (code_key(t.udi_pi) = ${serial}::text or right(code_key(t.udi_pi), length(${serial}::text) + 2) = '21' || ${serial}::text))`

export { editMany } from './cards/batch-answers.ts'
export { type Held, takenBack } from './cards/card-on-day.ts'
export { changeCards } from './cards/change-cards.ts'
export { addLike } from './cards/copy-cards.ts'
export { matchKeepers } from './cards/keeper-match.ts'
export { followSplit, followSplits, leaveSplit, ledgerFollows } from './cards/split-follow.ts'
export { meantBy, probeValues, soughtBy } from './code-search.ts'
export { demoCardsOf } from './demo/demo-free-cards.ts'
export { leaveSets } from './sets/leave-sets.ts'
export { givingOut, refuseStopped, stateBehindStop, stopKindsOf } from './stops/open-stops.ts'
export { liftStopOf, liftStops, type NewStop, placeStop, placeStops, standsOn, tellStopped } from './stops/stops.ts'
