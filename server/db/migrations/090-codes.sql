-- Codes are compared in one form, and a keyword finds a text in every width: what is compared is kept beside what was given.
create collation names (provider = icu, locale = 'zh-u-co-pinyin-kn-true');

create function plain_writing(s text) returns text language sql immutable parallel safe return
  regexp_replace(normalize(regexp_replace(normalize(s, nfkc),
    '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff]', '', 'g'), nfkc),
    '[\u2010-\u2015\u2212\ufe58\ufe63]', '-', 'g');

create function search_form(s text) returns text language sql immutable parallel safe return
  case when octet_length(s) = length(s) then lower(s) else lower(plain_writing(s)) end;

create function code_key(s text) returns text language sql immutable parallel safe return
  nullif(case when s ~ '^[!-~]*$' then upper(s collate "C")
    else upper(regexp_replace(plain_writing(s), '[\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]', '', 'g') collate names) collate "C" end, '');

-- What hangs on the columns that are searched: dropped with them, made again below. Logs keep small letters alone: a column that is made anew would lie in
-- another place than in the months to come, whose rows triggers then see without what is generated.
do $$ declare
  one record;
begin
  execute 'create temporary table kept_part (of_table text, kind text, name text, sql text, filled text) on commit drop';
  for one in select c.relname, c.oid, a.attnum, pg_get_expr(d.adbin, d.adrelid) as filled
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relispartition and a.attname = 'search' and a.attgenerated = 's' loop
    if one.filled not like 'lower(%)' then raise exception '%.search is %', one.relname, one.filled; end if;
    insert into kept_part values (one.relname, 'column', 'search', null, 'search_form' || substr(one.filled, 6));
    insert into kept_part select one.relname, 'index', i.relname, pg_get_indexdef(i.oid) from pg_depend p join pg_class i on i.oid = p.objid and i.relkind in ('i', 'I')
      where p.classid = 'pg_class'::regclass and p.refclassid = 'pg_class'::regclass and p.refobjid = one.oid and p.refobjsubid = one.attnum group by i.relname, i.oid;
    insert into kept_part select one.relname, 'trigger', t.tgname, pg_get_triggerdef(t.oid) from pg_trigger t
      where t.tgrelid = one.oid and not t.tgisinternal and exists (select from pg_depend p where p.classid = 'pg_trigger'::regclass and p.objid = t.oid
        and p.refclassid = 'pg_class'::regclass and p.refobjid = one.oid and p.refobjsubid = one.attnum);
  end loop;
  for one in select distinct of_table, name from kept_part where kind = 'trigger' loop
    execute format('drop trigger %I on %I', one.name, one.of_table);
  end loop;
end $$;

alter table device
  add column device_code_key text generated always as (code_key(device_code)) stored,
  add column assets_code_key text generated always as (code_key(assets_code)) stored,
  add column asset_tag_no_key text generated always as (code_key(asset_tag_no)) stored,
  add column rfid_code_key text generated always as (code_key(rfid_code)) stored,
  add column sn_key text generated always as (code_key(sn)) stored,
  drop column search,
  add column search text generated always as (search_form(coalesce(device_name, '') || '|' || coalesce(device_code, '') || '|' || coalesce(assets_code, '') || '|' || coalesce(asset_tag_no, '') || '|' || coalesce(rfid_code, '') || '|' || coalesce(sn, '') || '|' || coalesce(device_model, '') || '|' || coalesce(manufacturer, ''))) stored;
alter table check_line
  add column device_code_key text generated always as (code_key(device_code)) stored,
  add column sn_key text generated always as (code_key(sn)) stored,
  drop column search,
  add column search text generated always as (search_form(coalesce(device_name, '') || '|' || coalesce(device_code, '') || '|' || coalesce(sn, ''))) stored;
alter table check_scan add column code_key text generated always as (code_key(code)) stored;
alter table device_tag add column tag_code_key text generated always as (code_key(tag_code)) stored;
alter table assets_card add column assets_code_key text generated always as (code_key(assets_code)) stored, add column sn_key text generated always as (code_key(sn)) stored;
alter table assets_category add column category_code_key text generated always as (code_key(category_code)) stored;
alter table ambulance_vehicle add column vehicle_code_key text generated always as (code_key(vehicle_code)) stored;
alter table warehouse add column warehouse_code_key text generated always as (code_key(warehouse_code)) stored;
alter table dept add column dept_code_key text generated always as (code_key(dept_code)) stored;
alter table supplier add column supplier_code_key text generated always as (code_key(supplier_code)) stored;

do $$ declare
  one record;
begin
  for one in select of_table, filled from kept_part where kind = 'column' and of_table not in ('device', 'check_line') loop
    execute format('alter table %I drop column search, add column search text generated always as (%s) stored', one.of_table, one.filled);
  end loop;
  for one in select sql from kept_part where kind <> 'column' loop
    execute one.sql;
  end loop;
end $$;

-- Fragments of rows whose form has changed; those of the old form stay, a keyword is compared in the row anyway.
do $$ declare
  one text;
  of record;
  before text := current_setting('app.tenant', true);
begin
  for one in select id from tenant order by id loop
    perform set_config('app.tenant', one, true);
    for of in select distinct g.entity from search_gram g where g.tenant_id = one loop
      execute format('insert into search_gram (tenant_id, entity, gram, id) select distinct t.tenant_id, %L, g, t.id from %I t, unnest(gramsx(t.search)) g
        where t.tenant_id = $1 on conflict do nothing', of.entity, lower(regexp_replace(of.entity, '([A-Z])', '_\1', 'g'))) using one;
    end loop;
  end loop;
  perform set_config('app.tenant', coalesce(before, ''), true);
end $$;

drop index device_assets_code;
drop index device_asset_tag_no;
drop index check_line_sn;
drop index check_scan_code;
create index check_scan_code on check_scan (tenant_id, check_id, code_key);
create index device_assets_code on device (tenant_id, assets_code_key) where not is_deleted;
create index device_asset_tag_no on device (tenant_id, asset_tag_no_key) where not is_deleted and asset_tag_no_key is not null;
create index device_sn on device (tenant_id, sn_key) where not is_deleted and sn_key is not null;
create index device_udi_di on device (tenant_id, udi_di) where not is_deleted and udi_di is not null;
create index check_line_sn on check_line (tenant_id, check_id, sn_key) where sn_key is not null;

-- Codes are once in the form in which they are compared. Rows that are alike by now stay as they are: all but the first of them are left out of the index,
-- and administrators are told of them.
do $$ declare
  one record;
  of record;
  alike record;
  later_ids text[];
  found text[];
  before text := current_setting('app.tenant', true);
begin
  execute 'create temporary table alike_code (tenant_id text, label text, key text, codes text) on commit drop';
  for of in select * from (values ('device', 'device_code', '资产编号'), ('device', 'rfid_code', 'RFID'), ('device_tag', 'tag_code', '标签编码'),
      ('assets_card', 'assets_code', '国资编码'), ('assets_category', 'category_code', '资产分类编码'), ('ambulance_vehicle', 'vehicle_code', '急救车编码'),
      ('warehouse', 'warehouse_code', '库房编码'), ('dept', 'dept_code', '科室编码'), ('supplier', 'supplier_code', '供应商编码')) v(of_table, code, label) loop
    later_ids := '{}';
    for one in select id from tenant order by id loop
      perform set_config('app.tenant', one.id, true);
      execute format('select array_agg(id::text) from (select id, row_number() over (partition by %1$I order by created_at, id) as n from %2$I
        where tenant_id = $1 and not is_deleted and %1$I is not null) r where n > 1', of.code || '_key', of.of_table) into found using one.id;
      if found is null then continue; end if;
      later_ids := later_ids || found;
      execute format('insert into alike_code select $1, $2, %1$I, string_agg(%3$I, ''、'' order by created_at, id) from %2$I
        where tenant_id = $1 and not is_deleted and %1$I is not null group by %1$I having count(*) > 1', of.code || '_key', of.of_table, of.code) using one.id, of.label;
    end loop;
    execute format('drop index %I', of.of_table || '_' || of.code || '_once');
    execute format('create unique index %I on %I (tenant_id, %I) where not is_deleted%s', of.of_table || '_' || of.code || '_once', of.of_table, of.code || '_key',
      case when later_ids = '{}' then '' else format(' and id <> all (%L::uuid[])', later_ids::text) end);
    if later_ids <> '{}' then
      execute format('create index %I on %I (tenant_id, %I) where not is_deleted', of.of_table || '_' || of.code || '_alike', of.of_table, of.code || '_key');
    end if;
  end loop;
  for alike in execute 'select tenant_id, count(*) as n, string_agg(label || ''：'' || codes, ''；'' order by label, key) as list from alike_code group by 1' loop
    perform set_config('app.tenant', alike.tenant_id, true);
    insert into notice (tenant_id, id, kind, subject, detail, user_id, is_read, sent_at)
    select alike.tenant_id, gen_random_uuid(), 'codes_alike', '有 ' || alike.n || ' 组编码只差大小写、全半角或空格',
      case when length(alike.list) > 500 then left(alike.list, 499) || '…' else alike.list end, u.id, 0, now()
    from app_user u where u.tenant_id = alike.tenant_id and not u.is_deleted and exists (select from user_role h
      join role r on r.tenant_id = h.tenant_id and r.id = h.role_id where h.tenant_id = u.tenant_id and h.user_id = u.id and r.default_key = 'administrator');
  end loop;
  perform set_config('app.tenant', coalesce(before, ''), true);
end $$;

-- A line of what no card carries: once in a check by the form of its code; lines of checks before this stay as they are.
do $$ declare
  one text;
  found text[];
  later_ids text[] := '{}';
  before text := current_setting('app.tenant', true);
begin
  for one in select id from tenant order by id loop
    perform set_config('app.tenant', one, true);
    select array_agg(id::text) into found from (select id, row_number() over (partition by check_id, device_code_key order by created_at, id) as n from check_line
      where tenant_id = one and device_id is null and device_code_key is not null) r where n > 1;
    later_ids := later_ids || coalesce(found, '{}');
  end loop;
  perform set_config('app.tenant', coalesce(before, ''), true);
  drop index check_line_unknown_once;
  execute format('create unique index check_line_unknown_once on check_line (tenant_id, check_id, device_code_key) where device_id is null%s',
    case when later_ids = '{}' then '' else format(' and id <> all (%L::uuid[])', later_ids::text) end);
  if later_ids <> '{}' then create index check_line_unknown_alike on check_line (tenant_id, check_id, device_code_key) where device_id is null; end if;
end $$;
