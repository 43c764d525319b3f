-- Cards are also counted by the month they were made in, so that a later page is sought from the nearest month instead of from an end of the list, and
-- a list since a moment is counted on the side of it where fewer cards are.
create function device_tallied(dept uuid, made timestamptz, status text, filing text, class uuid, category uuid, important text, risk text, origin text, fund text)
returns table (dim text, key text, dept_id uuid) language sql immutable parallel safe rows 9 as $$
  select v.dim, coalesce(v.key, ''), coalesce(dept, '00000000-0000-0000-0000-000000000000') from (values ('', ''), ('eam_status', status), ('filing_status', filing),
    ('classify_id', class::text), ('assets_category_id', category::text), ('important_classification', important), ('risk_level', risk),
    ('created_at', (extract(year from made at time zone 'UTC') * 100 + extract(month from made at time zone 'UTC'))::int::text)) v(dim, key)
  union all select '*', concat(status, '|', filing, '|', class, '|', category, '|', important, '|', risk, '|', origin, '|', fund), '00000000-0000-0000-0000-000000000000'
$$;

create or replace function device_tally() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then
    insert into device_count (tenant_id, dim, key, dept_id, n, value)
    select c.tenant_id, d.dim, d.key, d.dept_id, count(*), sum(coalesce(c.original_value, 0)) from n c
    cross join lateral public.device_tallied(c.use_dept_id, c.created_at, c.eam_status, c.filing_status, c.classify_id, c.assets_category_id, c.important_classification, c.risk_level, c.origin, c.fund_source) d
    where not c.is_deleted group by 1, 2, 3, 4;
  elsif tg_op = 'UPDATE' then
    insert into device_count (tenant_id, dim, key, dept_id, n, value)
    select c.tenant_id, d.dim, d.key, d.dept_id, sum(c.k), sum(c.k * coalesce(c.original_value, 0))
    from (select 1 as k, tenant_id, use_dept_id, created_at, original_value, eam_status, filing_status, classify_id, assets_category_id, important_classification, risk_level, origin, fund_source
        from n where not is_deleted
      union all select -1, tenant_id, use_dept_id, created_at, original_value, eam_status, filing_status, classify_id, assets_category_id, important_classification, risk_level, origin, fund_source
        from o where not is_deleted) c
    cross join lateral public.device_tallied(c.use_dept_id, c.created_at, c.eam_status, c.filing_status, c.classify_id, c.assets_category_id, c.important_classification, c.risk_level, c.origin, c.fund_source) d
    group by 1, 2, 3, 4 having sum(c.k) <> 0 or sum(c.k * coalesce(c.original_value, 0)) <> 0;
  else
    insert into device_count (tenant_id, dim, key, dept_id, n, value)
    select c.tenant_id, d.dim, d.key, d.dept_id, -count(*), -sum(coalesce(c.original_value, 0)) from o c
    cross join lateral public.device_tallied(c.use_dept_id, c.created_at, c.eam_status, c.filing_status, c.classify_id, c.assets_category_id, c.important_classification, c.risk_level, c.origin, c.fund_source) d
    where not c.is_deleted group by 1, 2, 3, 4;
  end if;
  return null;
end $$;
drop function device_tallied(uuid, text, text, uuid, uuid, text, text, text, text);

-- No card changes between the count and the end of this migration.
lock table device in share row exclusive mode;
alter table device no force row level security;
alter table device_count no force row level security;
insert into device_count (tenant_id, dim, key, dept_id, seq, n, value)
select c.tenant_id, d.dim, d.key, d.dept_id, 0, count(*), sum(coalesce(c.original_value, 0)) from device c
cross join lateral public.device_tallied(c.use_dept_id, c.created_at, c.eam_status, c.filing_status, c.classify_id, c.assets_category_id, c.important_classification, c.risk_level, c.origin, c.fund_source) d
where not c.is_deleted and d.dim = 'created_at' group by 1, 2, 3, 4;
alter table device_count force row level security;
alter table device force row level security;
