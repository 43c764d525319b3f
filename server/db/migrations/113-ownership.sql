-- Whose a device is, and when one that belongs to another owner is due back. All devices of today are the hospital's own.
alter table device add column ownership text default 'owned', add column ownership_end date;
create index device_by_ownership on device (tenant_id, ownership, created_at desc, id desc) where not is_deleted;
create index device_ownership_end on device (tenant_id, ownership_end, id) include (use_dept_id, eam_status) where not is_deleted and ownership_end is not null;

-- A month is charged by who owned the device in it: what held before a change held until the end of the month before.
create or replace function keep_device_terms() returns trigger language plpgsql as $$
begin
  if (old.eam_status = 'missing') <> (new.eam_status = 'missing') then
    perform keep_term(old.tenant_id, old.id, 'status', old.eam_status, 1);
  end if;
  if old.ownership is distinct from new.ownership then perform keep_term(old.tenant_id, old.id, 'ownership', coalesce(old.ownership, 'owned'), 1); end if;
  -- What was empty is completed, not changed.
  if old.original_value <> new.original_value then perform keep_term(old.tenant_id, old.id, 'value', old.original_value::text); end if;
  if old.use_dept_id <> new.use_dept_id then perform keep_term(old.tenant_id, old.id, 'dept', old.use_dept_id::text); end if;
  if old.fund_source <> new.fund_source then perform keep_term(old.tenant_id, old.id, 'fund', old.fund_source); end if;
  if old.useful_life_months is distinct from new.useful_life_months then perform keep_term(old.tenant_id, old.id, 'life', old.useful_life_months::text); end if;
  if old.residual_rate is distinct from new.residual_rate then perform keep_term(old.tenant_id, old.id, 'rate', old.residual_rate::text); end if;
  if old.depreciation_method is distinct from new.depreciation_method then perform keep_term(old.tenant_id, old.id, 'method', old.depreciation_method); end if;
  if old.assets_category_id is distinct from new.assets_category_id then
    perform keep_term(old.tenant_id, old.id, 'category', old.assets_category_id::text);
    perform keep_term(old.tenant_id, old.id, 'category_life',
      (select c.useful_life_months::text from public.assets_category c where c.tenant_id = old.tenant_id and c.id = old.assets_category_id));
  end if;
  return null;
end $$;
drop trigger device_terms on device;
create trigger device_terms after update of original_value, use_dept_id, fund_source, useful_life_months, residual_rate, depreciation_method, assets_category_id, eam_status, ownership
  on device for each row when (old.filing_status = 'filed' and (old.original_value, old.use_dept_id, old.fund_source, old.useful_life_months, old.residual_rate,
    old.depreciation_method, old.assets_category_id, old.eam_status, old.ownership) is distinct from (new.original_value, new.use_dept_id, new.fund_source,
    new.useful_life_months, new.residual_rate, new.depreciation_method, new.assets_category_id, new.eam_status, new.ownership)) execute function keep_device_terms();

-- Sums leave out the value of devices of other owners: indexes that are summed from have the owner beside the value, so that no card is read.
drop index device_by_dept, device_by_enable, device_by_purchase, device_by_place;
create index device_by_dept on device (tenant_id, use_dept_id, created_at desc, id desc)
  include (eam_status, filing_status, classify_id, assets_category_id, important_classification, risk_level, origin, fund_source, location_id, supplier_id, enable_date,
    purchase_date, original_value, ownership) where not is_deleted;
create index device_by_enable on device (tenant_id, enable_date) include (use_dept_id, original_value, ownership) where not is_deleted;
create index device_by_purchase on device (tenant_id, purchase_date) include (use_dept_id, original_value, ownership) where not is_deleted;
create index device_by_place on device (tenant_id, location_id) include (use_dept_id, original_value, ownership) where not is_deleted;

-- Cards are counted by their owner together with the other choices. The functions are what the declaration of the tally says (`scripts/print-table.ts --tally`); a law
-- compares them. No value of today leaves the sums, so nothing is counted again.
alter table device_count no force row level security;
update device_count set key = key || '|owned' where dim = '*';
alter table device_count force row level security;
do $$ declare one regprocedure; begin
  for one in select oid::regprocedure from pg_proc where proname = 'device_tallied' and pronamespace = 'public'::regnamespace loop
    execute format('drop function %s', one);
  end loop;
end $$;
create function device_tallied(a_use_dept_id uuid, a_created_at timestamp with time zone, a_eam_status text, a_filing_status text, a_classify_id uuid, a_assets_category_id uuid, a_important_classification text, a_risk_level text, a_origin text, a_fund_source text, a_ownership text, a_location_id uuid, a_supplier_id uuid, a_enable_date date, a_original_value numeric, a_purchase_date date, a_filled text)
returns table (dim text, key text, dept_id uuid) language sql immutable parallel safe rows 15 as $$
  select v.dim, coalesce(v.key, ''), coalesce(a_use_dept_id, '00000000-0000-0000-0000-000000000000') from (values ('', ''), ('eam_status', a_eam_status), ('filing_status', a_filing_status), ('classify_id', a_classify_id::text), ('assets_category_id', a_assets_category_id::text), ('important_classification', a_important_classification), ('risk_level', a_risk_level), ('filled', a_filled),
    ('created_at', (extract(year from a_created_at at time zone 'UTC') * 100 + extract(month from a_created_at at time zone 'UTC'))::int::text)) v(dim, key)
  union all select '*', concat(a_eam_status, '|', a_filing_status, '|', a_classify_id::text, '|', a_assets_category_id::text, '|', a_important_classification, '|', a_risk_level, '|', a_origin, '|', a_fund_source, '|', a_ownership), '00000000-0000-0000-0000-000000000000'
  union all select '*location_id+eam_status', concat(a_location_id::text, '|', a_eam_status), '00000000-0000-0000-0000-000000000000'
  union all select '*supplier_id+eam_status', concat(a_supplier_id::text, '|', a_eam_status), '00000000-0000-0000-0000-000000000000'
  union all select '*enable_date+eam_status', concat(lpad(extract(year from a_enable_date)::int::text, 4, '0') || lpad(extract(month from a_enable_date)::int::text, 2, '0') || lpad(extract(day from a_enable_date)::int::text, 2, '0'), '|', a_eam_status), '00000000-0000-0000-0000-000000000000'
  union all select '*original_value+eam_status', concat(case when a_original_value < 10000 then 'under10000' when a_original_value < 50000 then '10000to50000' when a_original_value < 100000 then '50000to100000' when a_original_value < 500000 then '100000to500000' when a_original_value < 1000000 then '500000to1000000' when a_original_value is not null then 'from1000000' end, '|', a_eam_status), '00000000-0000-0000-0000-000000000000'
  union all select '*purchase_date+eam_status', concat(lpad(extract(year from a_purchase_date)::int::text, 4, '0'), '|', a_eam_status), '00000000-0000-0000-0000-000000000000'
$$;
create or replace function device_tally() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then
    insert into device_count (tenant_id, dim, key, dept_id, n, value)
    select c.tenant_id, d.dim, d.key, d.dept_id, count(*), sum(coalesce(case when (c.ownership in ('placed', 'leased', 'trial')) is not true then c.original_value end, 0)) from n c cross join lateral public.device_tallied(c.use_dept_id, c.created_at, c.eam_status, c.filing_status, c.classify_id, c.assets_category_id, c.important_classification, c.risk_level, c.origin, c.fund_source, c.ownership, c.location_id, c.supplier_id, c.enable_date, c.original_value, c.purchase_date, concat((c.device_name is not null)::int, (c.assets_code is not null)::int, (c.sn is not null)::int, (c.registration_no is not null)::int, (c.device_model is not null)::int, (c.manufacturer is not null)::int, (c.risk_level is not null)::int, (c.original_value is not null)::int, (c.purchase_date is not null)::int, (c.enable_date is not null)::int, (c.use_dept_id is not null)::int, (c.location_id is not null)::int)) d
    where not c.is_deleted group by 1, 2, 3, 4;
  elsif tg_op = 'UPDATE' then
    -- Most updates change nothing that is counted; as many rows were as are, so what is left out of one side would be left out of the other.
    if not exists (select tenant_id, is_deleted, original_value, use_dept_id, created_at, eam_status, filing_status, classify_id, assets_category_id, important_classification, risk_level, origin, fund_source, ownership, location_id, supplier_id, enable_date, purchase_date, concat((device_name is not null)::int, (assets_code is not null)::int, (sn is not null)::int, (registration_no is not null)::int, (device_model is not null)::int, (manufacturer is not null)::int, (risk_level is not null)::int, (original_value is not null)::int, (purchase_date is not null)::int, (enable_date is not null)::int, (use_dept_id is not null)::int, (location_id is not null)::int) as filled from n
      except all select tenant_id, is_deleted, original_value, use_dept_id, created_at, eam_status, filing_status, classify_id, assets_category_id, important_classification, risk_level, origin, fund_source, ownership, location_id, supplier_id, enable_date, purchase_date, concat((device_name is not null)::int, (assets_code is not null)::int, (sn is not null)::int, (registration_no is not null)::int, (device_model is not null)::int, (manufacturer is not null)::int, (risk_level is not null)::int, (original_value is not null)::int, (purchase_date is not null)::int, (enable_date is not null)::int, (use_dept_id is not null)::int, (location_id is not null)::int) as filled from o) then
      return null;
    end if;
    insert into device_count (tenant_id, dim, key, dept_id, n, value)
    select c.tenant_id, d.dim, d.key, d.dept_id, sum(c.k), sum(c.k * coalesce(case when (c.ownership in ('placed', 'leased', 'trial')) is not true then c.original_value end, 0))
    from (select 1 as k, tenant_id, original_value, use_dept_id, created_at, eam_status, filing_status, classify_id, assets_category_id, important_classification, risk_level, origin, fund_source, ownership, location_id, supplier_id, enable_date, purchase_date, concat((device_name is not null)::int, (assets_code is not null)::int, (sn is not null)::int, (registration_no is not null)::int, (device_model is not null)::int, (manufacturer is not null)::int, (risk_level is not null)::int, (original_value is not null)::int, (purchase_date is not null)::int, (enable_date is not null)::int, (use_dept_id is not null)::int, (location_id is not null)::int) as filled from n where not is_deleted
      union all select -1, tenant_id, original_value, use_dept_id, created_at, eam_status, filing_status, classify_id, assets_category_id, important_classification, risk_level, origin, fund_source, ownership, location_id, supplier_id, enable_date, purchase_date, concat((device_name is not null)::int, (assets_code is not null)::int, (sn is not null)::int, (registration_no is not null)::int, (device_model is not null)::int, (manufacturer is not null)::int, (risk_level is not null)::int, (original_value is not null)::int, (purchase_date is not null)::int, (enable_date is not null)::int, (use_dept_id is not null)::int, (location_id is not null)::int) as filled from o where not is_deleted) c cross join lateral public.device_tallied(c.use_dept_id, c.created_at, c.eam_status, c.filing_status, c.classify_id, c.assets_category_id, c.important_classification, c.risk_level, c.origin, c.fund_source, c.ownership, c.location_id, c.supplier_id, c.enable_date, c.original_value, c.purchase_date, c.filled) d
    group by 1, 2, 3, 4 having sum(c.k) <> 0 or sum(c.k * coalesce(case when (c.ownership in ('placed', 'leased', 'trial')) is not true then c.original_value end, 0)) <> 0;
  else
    insert into device_count (tenant_id, dim, key, dept_id, n, value)
    select c.tenant_id, d.dim, d.key, d.dept_id, -count(*), -sum(coalesce(case when (c.ownership in ('placed', 'leased', 'trial')) is not true then c.original_value end, 0)) from o c cross join lateral public.device_tallied(c.use_dept_id, c.created_at, c.eam_status, c.filing_status, c.classify_id, c.assets_category_id, c.important_classification, c.risk_level, c.origin, c.fund_source, c.ownership, c.location_id, c.supplier_id, c.enable_date, c.original_value, c.purchase_date, concat((c.device_name is not null)::int, (c.assets_code is not null)::int, (c.sn is not null)::int, (c.registration_no is not null)::int, (c.device_model is not null)::int, (c.manufacturer is not null)::int, (c.risk_level is not null)::int, (c.original_value is not null)::int, (c.purchase_date is not null)::int, (c.enable_date is not null)::int, (c.use_dept_id is not null)::int, (c.location_id is not null)::int)) d
    where not c.is_deleted group by 1, 2, 3, 4;
  end if;
  return null;
end $$;
