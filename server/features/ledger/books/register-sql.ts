import { device } from '#contract/entities/asset/device/device.ts'
import { isSummedSql } from '#server/kit/counts/summed.ts'
import { heldSql } from '../close/terms.ts'

/** SQL that the device `d` belonged to the hospital in the month of $3. */
const wasOwned = `(select ${isSummedSql(device, 'originalValue', 'h')} from (select ${heldSql('ownership', 'd.ownership', '$3::date')} as ownership) h)`

/**
 * SQL of `register`: the cards of a book as it stood at the end of a month, with value and accumulated depreciation. $1: tenant, $2: book, $3: last day of the
 * month, $4: rules of the book. The latest closed month is what the cards in the book hold; an earlier one follows from its lines, splits and offsets.
 */
export const registerSql = (isLatest: boolean): string =>
  isLatest
    ? `register as materialized (select d.id as device, d.device_code as no, d.assets_code as other_no, d.device_name as name, ${heldSql('dept', 'd.use_dept_id', '$3::date')} as dept,
        b.book_value as value, coalesce(b.accumulated, 0) as accumulated
      from device_depreciation b join device d on d.tenant_id = b.tenant_id and d.id = b.device_id
      where b.tenant_id = $1 and b.rule_id = $2 and $4::text is not null and not d.is_deleted and b.book_value > 0 and b.card_state <> 'waiting'
        and (b.write_off_date is null or b.write_off_date > $3::date))`
    : `register as materialized (select d.id as device, d.device_code as no, d.assets_code as other_no, d.device_name as name, ${heldSql('dept', 'd.use_dept_id', '$3::date')} as dept,
        coalesce(l.accumulated + l.net_value, b.book_value) as value, coalesce(l.accumulated, 0) + coalesce((select sum(o.amount) from depreciation_offset o
          where o.tenant_id = b.tenant_id and o.device_id = b.device_id and o.rule_id = b.rule_id and o.posted_on <= $3::date
            and o.posted_on > coalesce(l.posted_on, '-infinity')), 0) as accumulated
      from device_depreciation b join device d on d.tenant_id = b.tenant_id and d.id = b.device_id
      left join lateral (select * from (select t.accumulated, t.net_value, t.posted_on from depreciation_line t where t.tenant_id = b.tenant_id and t.device_id = b.device_id
          and t.rule_set = $4 and t.posted_on <= $3::date
        union all select x.accumulated, x.net_value, x.posted_on + 1 from depreciation_split x where x.tenant_id = b.tenant_id and x.device_id = b.device_id
          and x.rule_id = b.rule_id and x.posted_on < $3::date) t order by t.posted_on desc, t.accumulated desc limit 1) l on true
      where b.tenant_id = $1 and b.rule_id = $2 and not d.is_deleted and (b.book_value > 0 and (l.posted_on is not null or b.card_state = 'incomplete')
          or b.card_state = 'not_owned' and l.posted_on is not null) and ${wasOwned}
        and (b.write_off_date is null or b.write_off_date > $3::date))`

/**
 * SQL of `compared`: cards with their balances, by asset number, else by the number that the state gave them; either side is empty where the other has nothing.
 */
export const comparedSql = `balances as materialized (select id, asset_no, code_key(asset_no) as key, asset_name, original_value, accumulated, net_value
      from ledger_balance where tenant_id = $1 and rule_id = $2 and balance_on = $3::date and not is_deleted),
    by_no as materialized (select b.id as balance, r.device from balances b join register r on code_key(r.no) = b.key),
    by_other as (select distinct on (balance) balance, device from (select distinct on (r.device) b.id as balance, r.device
      from balances b join register r on code_key(r.other_no) = b.key
      where not exists (select 1 from by_no n where n.balance = b.id) and not exists (select 1 from by_no n where n.device = r.device)
      order by r.device, b.asset_no) one order by balance, device),
    paired as materialized (select balance, device from by_no union all select balance, device from by_other),
    compared as materialized (select r.device, r.dept, coalesce(r.no, b.asset_no) as no, coalesce(r.name, b.asset_name) as name, r.value, r.accumulated,
        b.id as balance, b.original_value as ledger_value, b.accumulated as ledger_accumulated, coalesce(b.net_value, b.original_value - b.accumulated) as ledger_net
      from register r full join (select b.*, p.device from balances b left join paired p on p.balance = b.id) b on b.device = r.device)`

/** SQL of the differences of a compared row: kind, and what the register has more than the ledger. */
export const differencesSql = `(values
    ('missing_ledger', c.value, c.balance is null), ('missing_register', -c.ledger_value, c.device is null),
    ('value', c.value - c.ledger_value, c.value <> c.ledger_value), ('depreciation', c.accumulated - c.ledger_accumulated, c.accumulated <> c.ledger_accumulated),
    ('net', c.value - c.accumulated - c.ledger_net, c.value = c.ledger_value and c.accumulated = c.ledger_accumulated and c.value - c.accumulated <> c.ledger_net)
  ) v(kind, difference, is_so)`
