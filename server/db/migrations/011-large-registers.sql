-- A register of a million cards: what is counted is kept beside the cards, and one index answers for what lists are filtered by.
create sequence device_count_seq;
create table device_count (
  tenant_id text collate "C" not null,
  -- the column that the cards are counted by; empty: all of them; *: every choice together
  dim text collate "C" not null,
  -- its value; empty: none
  key text collate "C" not null,
  -- the using department; zeros: none
  dept_id uuid not null,
  -- 0: a sum; else what one statement added or took away, until it is folded into the sum
  seq bigint not null default nextval('device_count_seq'),
  n bigint not null,
  value numeric(20,2) not null,
  primary key (tenant_id, dim, key, dept_id, seq) include (n, value)
);
create index device_count_fresh on device_count (tenant_id) where seq > 0;

-- What one card is counted under; the last line is all of its choices together, for the whole hospital.
create function device_tallied(dept uuid, status text, filing text, class uuid, category uuid, important text, risk text, origin text, fund text)
returns table (dim text, key text, dept_id uuid) language sql immutable parallel safe rows 8 as $$
  select v.dim, coalesce(v.key, ''), coalesce(dept, '00000000-0000-0000-0000-000000000000') from (values ('', ''), ('eam_status', status), ('filing_status', filing),
    ('classify_id', class::text), ('assets_category_id', category::text), ('important_classification', important), ('risk_level', risk)) v(dim, key)
  union all select '*', concat(status, '|', filing, '|', class, '|', category, '|', important, '|', risk, '|', origin, '|', fund), '00000000-0000-0000-0000-000000000000'
$$;

-- Transition tables have no statistics and are not joined: what was counts against, what is counts for.
create function device_tally() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then
    insert into device_count (tenant_id, dim, key, dept_id, n, value)
    select c.tenant_id, d.dim, d.key, d.dept_id, count(*), sum(coalesce(c.original_value, 0)) from n c
    cross join lateral public.device_tallied(c.use_dept_id, c.eam_status, c.filing_status, c.classify_id, c.assets_category_id, c.important_classification, c.risk_level, c.origin, c.fund_source) d
    where not c.is_deleted group by 1, 2, 3, 4;
  elsif tg_op = 'UPDATE' then
    insert into device_count (tenant_id, dim, key, dept_id, n, value)
    select c.tenant_id, d.dim, d.key, d.dept_id, sum(c.k), sum(c.k * coalesce(c.original_value, 0))
    from (select 1 as k, tenant_id, use_dept_id, original_value, eam_status, filing_status, classify_id, assets_category_id, important_classification, risk_level, origin, fund_source
        from n where not is_deleted
      union all select -1, tenant_id, use_dept_id, original_value, eam_status, filing_status, classify_id, assets_category_id, important_classification, risk_level, origin, fund_source
        from o where not is_deleted) c
    cross join lateral public.device_tallied(c.use_dept_id, c.eam_status, c.filing_status, c.classify_id, c.assets_category_id, c.important_classification, c.risk_level, c.origin, c.fund_source) d
    group by 1, 2, 3, 4 having sum(c.k) <> 0 or sum(c.k * coalesce(c.original_value, 0)) <> 0;
  else
    insert into device_count (tenant_id, dim, key, dept_id, n, value)
    select c.tenant_id, d.dim, d.key, d.dept_id, -count(*), -sum(coalesce(c.original_value, 0)) from o c
    cross join lateral public.device_tallied(c.use_dept_id, c.eam_status, c.filing_status, c.classify_id, c.assets_category_id, c.important_classification, c.risk_level, c.origin, c.fund_source) d
    where not c.is_deleted group by 1, 2, 3, 4;
  end if;
  return null;
end $$;

alter table device no force row level security;
insert into device_count (tenant_id, dim, key, dept_id, seq, n, value)
select c.tenant_id, d.dim, d.key, d.dept_id, 0, count(*), sum(coalesce(c.original_value, 0)) from device c
cross join lateral public.device_tallied(c.use_dept_id, c.eam_status, c.filing_status, c.classify_id, c.assets_category_id, c.important_classification, c.risk_level, c.origin, c.fund_source) d
where not c.is_deleted group by 1, 2, 3, 4;
alter table device force row level security;

create trigger device_tally_insert after insert on device referencing new table as n for each statement execute function device_tally();
create trigger device_tally_update after update on device referencing new table as n old table as o for each statement execute function device_tally();
create trigger device_tally_delete after delete on device referencing old table as o for each statement execute function device_tally();

alter table device_count enable row level security;
alter table device_count force row level security;
create policy tenant on device_count using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));

-- What lists are filtered by stands in the indexes of their order, so that neither a count nor the way to a later page reads the cards.
create index device_order on device (tenant_id, created_at desc, id desc)
  include (use_dept_id, eam_status, filing_status, classify_id, assets_category_id, important_classification, risk_level, origin, fund_source) where not is_deleted;
drop index device_newest;
create index device_by_dept on device (tenant_id, use_dept_id, created_at desc, id desc)
  include (eam_status, filing_status, classify_id, assets_category_id, important_classification, risk_level, origin, fund_source) where not is_deleted;
create index device_by_status on device (tenant_id, eam_status, created_at desc, id desc) where not is_deleted;
create index device_by_filing on device (tenant_id, filing_status, created_at desc, id desc) where not is_deleted;
-- The other orders that people choose; number and name are never empty, the value is and stands last.
create index device_by_code on device (tenant_id, device_code, id) include (use_dept_id) where not is_deleted;
create index device_by_name on device (tenant_id, device_name, id) include (use_dept_id) where not is_deleted;
create index device_by_value on device (tenant_id, original_value desc nulls last, id desc) include (use_dept_id) where not is_deleted;
create index device_by_maker on device (tenant_id, manufacturer, id) include (use_dept_id) where not is_deleted;
