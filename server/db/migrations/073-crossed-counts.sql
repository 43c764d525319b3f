-- Cards are also counted by location, supplier, age, value and year together with their state, so that their counts and rates are told without reading them.
-- The functions are what the declaration of the tally says (`scripts/print-table.ts --tally`); a law compares them. The other counts stay.
do $$ declare one regprocedure; begin
  for one in select oid::regprocedure from pg_proc where proname = 'device_tallied' and pronamespace = 'public'::regnamespace loop
    execute format('drop function %s', one);
  end loop;
end $$;
create function device_tallied(a_use_dept_id uuid, a_created_at timestamp with time zone, a_eam_status text, a_filing_status text, a_classify_id uuid, a_assets_category_id uuid, a_important_classification text, a_risk_level text, a_origin text, a_fund_source text, a_location_id uuid, a_supplier_id uuid, a_enable_date date, a_original_value numeric, a_purchase_date date, a_filled text)
returns table (dim text, key text, dept_id uuid) language sql immutable parallel safe rows 15 as $$
  select v.dim, coalesce(v.key, ''), coalesce(a_use_dept_id, '00000000-0000-0000-0000-000000000000') from (values ('', ''), ('eam_status', a_eam_status), ('filing_status', a_filing_status), ('classify_id', a_classify_id::text), ('assets_category_id', a_assets_category_id::text), ('important_classification', a_important_classification), ('risk_level', a_risk_level), ('filled', a_filled),
    ('created_at', (extract(year from a_created_at at time zone 'UTC') * 100 + extract(month from a_created_at at time zone 'UTC'))::int::text)) v(dim, key)
  union all select '*', concat(a_eam_status, '|', a_filing_status, '|', a_classify_id::text, '|', a_assets_category_id::text, '|', a_important_classification, '|', a_risk_level, '|', a_origin, '|', a_fund_source), '00000000-0000-0000-0000-000000000000'
  union all select '*location_id+eam_status', concat(a_location_id::text, '|', a_eam_status), '00000000-0000-0000-0000-000000000000'
  union all select '*supplier_id+eam_status', concat(a_supplier_id::text, '|', a_eam_status), '00000000-0000-0000-0000-000000000000'
  union all select '*enable_date+eam_status', concat(lpad(extract(year from a_enable_date)::int::text, 4, '0') || lpad(extract(month from a_enable_date)::int::text, 2, '0') || lpad(extract(day from a_enable_date)::int::text, 2, '0'), '|', a_eam_status), '00000000-0000-0000-0000-000000000000'
  union all select '*original_value+eam_status', concat(case when a_original_value < 10000 then 'under10000' when a_original_value < 50000 then '10000to50000' when a_original_value < 100000 then '50000to100000' when a_original_value < 500000 then '100000to500000' when a_original_value < 1000000 then '500000to1000000' when a_original_value is not null then 'from1000000' end, '|', a_eam_status), '00000000-0000-0000-0000-000000000000'
  union all select '*purchase_date+eam_status', concat(lpad(extract(year from a_purchase_date)::int::text, 4, '0'), '|', a_eam_status), '00000000-0000-0000-0000-000000000000'
$$;
create or replace function device_tally() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then
    insert into device_count (tenant_id, dim, key, dept_id, n, value)
    select c.tenant_id, d.dim, d.key, d.dept_id, count(*), sum(coalesce(c.original_value, 0)) from n c cross join lateral public.device_tallied(c.use_dept_id, c.created_at, c.eam_status, c.filing_status, c.classify_id, c.assets_category_id, c.important_classification, c.risk_level, c.origin, c.fund_source, c.location_id, c.supplier_id, c.enable_date, c.original_value, c.purchase_date, concat((c.device_name is not null)::int, (c.assets_code is not null)::int, (c.sn is not null)::int, (c.registration_no is not null)::int, (c.device_model is not null)::int, (c.manufacturer is not null)::int, (c.risk_level is not null)::int, (c.original_value is not null)::int, (c.purchase_date is not null)::int, (c.enable_date is not null)::int, (c.use_dept_id is not null)::int, (c.location_id is not null)::int)) d
    where not c.is_deleted group by 1, 2, 3, 4;
  elsif tg_op = 'UPDATE' then
    -- Most updates change nothing that is counted; as many rows were as are, so what is left out of one side would be left out of the other.
    if not exists (select tenant_id, is_deleted, original_value, use_dept_id, created_at, eam_status, filing_status, classify_id, assets_category_id, important_classification, risk_level, origin, fund_source, location_id, supplier_id, enable_date, purchase_date, concat((device_name is not null)::int, (assets_code is not null)::int, (sn is not null)::int, (registration_no is not null)::int, (device_model is not null)::int, (manufacturer is not null)::int, (risk_level is not null)::int, (original_value is not null)::int, (purchase_date is not null)::int, (enable_date is not null)::int, (use_dept_id is not null)::int, (location_id is not null)::int) as filled from n
      except all select tenant_id, is_deleted, original_value, use_dept_id, created_at, eam_status, filing_status, classify_id, assets_category_id, important_classification, risk_level, origin, fund_source, location_id, supplier_id, enable_date, purchase_date, concat((device_name is not null)::int, (assets_code is not null)::int, (sn is not null)::int, (registration_no is not null)::int, (device_model is not null)::int, (manufacturer is not null)::int, (risk_level is not null)::int, (original_value is not null)::int, (purchase_date is not null)::int, (enable_date is not null)::int, (use_dept_id is not null)::int, (location_id is not null)::int) as filled from o) then
      return null;
    end if;
    insert into device_count (tenant_id, dim, key, dept_id, n, value)
    select c.tenant_id, d.dim, d.key, d.dept_id, sum(c.k), sum(c.k * coalesce(c.original_value, 0))
    from (select 1 as k, tenant_id, original_value, use_dept_id, created_at, eam_status, filing_status, classify_id, assets_category_id, important_classification, risk_level, origin, fund_source, location_id, supplier_id, enable_date, purchase_date, concat((device_name is not null)::int, (assets_code is not null)::int, (sn is not null)::int, (registration_no is not null)::int, (device_model is not null)::int, (manufacturer is not null)::int, (risk_level is not null)::int, (original_value is not null)::int, (purchase_date is not null)::int, (enable_date is not null)::int, (use_dept_id is not null)::int, (location_id is not null)::int) as filled from n where not is_deleted
      union all select -1, tenant_id, original_value, use_dept_id, created_at, eam_status, filing_status, classify_id, assets_category_id, important_classification, risk_level, origin, fund_source, location_id, supplier_id, enable_date, purchase_date, concat((device_name is not null)::int, (assets_code is not null)::int, (sn is not null)::int, (registration_no is not null)::int, (device_model is not null)::int, (manufacturer is not null)::int, (risk_level is not null)::int, (original_value is not null)::int, (purchase_date is not null)::int, (enable_date is not null)::int, (use_dept_id is not null)::int, (location_id is not null)::int) as filled from o where not is_deleted) c cross join lateral public.device_tallied(c.use_dept_id, c.created_at, c.eam_status, c.filing_status, c.classify_id, c.assets_category_id, c.important_classification, c.risk_level, c.origin, c.fund_source, c.location_id, c.supplier_id, c.enable_date, c.original_value, c.purchase_date, c.filled) d
    group by 1, 2, 3, 4 having sum(c.k) <> 0 or sum(c.k * coalesce(c.original_value, 0)) <> 0;
  else
    insert into device_count (tenant_id, dim, key, dept_id, n, value)
    select c.tenant_id, d.dim, d.key, d.dept_id, -count(*), -sum(coalesce(c.original_value, 0)) from o c cross join lateral public.device_tallied(c.use_dept_id, c.created_at, c.eam_status, c.filing_status, c.classify_id, c.assets_category_id, c.important_classification, c.risk_level, c.origin, c.fund_source, c.location_id, c.supplier_id, c.enable_date, c.original_value, c.purchase_date, concat((c.device_name is not null)::int, (c.assets_code is not null)::int, (c.sn is not null)::int, (c.registration_no is not null)::int, (c.device_model is not null)::int, (c.manufacturer is not null)::int, (c.risk_level is not null)::int, (c.original_value is not null)::int, (c.purchase_date is not null)::int, (c.enable_date is not null)::int, (c.use_dept_id is not null)::int, (c.location_id is not null)::int)) d
    where not c.is_deleted group by 1, 2, 3, 4;
  end if;
  return null;
end $$;

lock table device in share row exclusive mode;
alter table device no force row level security;
alter table device_count no force row level security;
insert into device_count (tenant_id, dim, key, dept_id, seq, n, value)
select c.tenant_id, d.dim, d.key, d.dept_id, 0, count(*), sum(coalesce(c.original_value, 0)) from device c
cross join lateral public.device_tallied(c.use_dept_id, c.created_at, c.eam_status, c.filing_status, c.classify_id, c.assets_category_id, c.important_classification, c.risk_level, c.origin, c.fund_source, c.location_id, c.supplier_id, c.enable_date, c.original_value, c.purchase_date, concat((c.device_name is not null)::int, (c.assets_code is not null)::int, (c.sn is not null)::int, (c.registration_no is not null)::int, (c.device_model is not null)::int, (c.manufacturer is not null)::int, (c.risk_level is not null)::int, (c.original_value is not null)::int, (c.purchase_date is not null)::int, (c.enable_date is not null)::int, (c.use_dept_id is not null)::int, (c.location_id is not null)::int)) d where not c.is_deleted and d.dim like '*%+%' group by 1, 2, 3, 4;
alter table device force row level security;
alter table device_count force row level security;

-- The same within some departments, and their other choices, are told from the index of the department alone, which has the value of a card with it.
drop index device_by_dept;
create index device_by_dept on device (tenant_id, use_dept_id, created_at desc, id desc)
  include (eam_status, filing_status, classify_id, assets_category_id, important_classification, risk_level, origin, fund_source, location_id, supplier_id, enable_date,
    purchase_date, original_value) where not is_deleted;
