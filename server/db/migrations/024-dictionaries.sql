-- Dictionaries: a row at the top names one by its code, those below it are its values by their keys. The system's are the same in all tenants.
create table dict (
  id uuid primary key,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  parent_id uuid references dict (id),
  code text not null,
  dict_key text,
  dict_value text not null,
  dict_value_en text,
  sort integer not null,
  is_sealed smallint not null default 0 check (is_sealed in (0, 1)),
  remark text,
  check ((parent_id is null) = (dict_key is null))
);
create unique index dict_code_once on dict (code) where parent_id is null;
create unique index dict_key_once on dict (code, dict_key) where parent_id is not null;
create unique index dict_value_once on dict (parent_id, dict_value) where parent_id is not null;
create index dict_parent on dict (parent_id);

create table dict_biz (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_by uuid,
  updated_at timestamptz not null default now(),
  parent_id uuid,
  code text not null,
  dict_key text,
  dict_value text not null,
  dict_value_en text,
  sort integer not null,
  is_sealed smallint not null default 0 check (is_sealed in (0, 1)),
  remark text,
  primary key (tenant_id, id),
  constraint dict_biz_parent_fk foreign key (tenant_id, parent_id) references dict_biz (tenant_id, id),
  check ((parent_id is null) = (dict_key is null))
);
create unique index dict_biz_code_once on dict_biz (tenant_id, code) where parent_id is null;
create unique index dict_biz_key_once on dict_biz (tenant_id, code, dict_key) where parent_id is not null;
create unique index dict_biz_value_once on dict_biz (tenant_id, parent_id, dict_value) where parent_id is not null;
create index dict_biz_parent on dict_biz (tenant_id, parent_id);

-- A tenant's own field may take its choices from a dictionary.
alter table custom_field add column dictionary_code text;
-- How a tenant orders its fields, how wide their columns are, and which it requires beside the declared ones.
alter table field_config add column is_required smallint, add column sort integer, add column width integer;
alter table repair_order add column custom jsonb not null default '{}';
alter table location add column custom jsonb not null default '{}';

-- What fields could hold before they took their choices from rows; the keys stay what cards and orders hold already.
do $$ declare one record; top uuid; above uuid; begin
  for one in select * from (values
      ('fund_source', null, null, '资金来源', 'Fund', 10), ('fund_source', 'fiscal', null, '财政', 'Fiscal', 10),
      ('fund_source', 'fiscal_basic', 'fiscal', '财政基本', 'Fiscal, basic', 11), ('fund_source', 'fiscal_project', 'fiscal', '财政项目', 'Fiscal, project', 12),
      ('fund_source', 'own', null, '自筹', 'Own funds', 20), ('fund_source', 'research', null, '科研', 'Research', 30),
      ('fund_source', 'donated', null, '捐赠', 'Donated', 40), ('fund_source', 'other', null, '其他', 'Other', 90),
      ('fault_kind', null, null, '故障类别', 'Kind of fault', 20), ('fault_kind', 'power', null, '电源/不开机', 'Power', 10),
      ('fault_kind', 'display', null, '显示', 'Display', 20), ('fault_kind', 'mechanical', null, '机械', 'Mechanical', 30),
      ('fault_kind', 'electronic', null, '电路/传感器', 'Electronics, sensors', 40), ('fault_kind', 'software', null, '软件/网络', 'Software, network', 50),
      ('fault_kind', 'accessory', null, '附件/耗材', 'Accessories', 60), ('fault_kind', 'operation', null, '操作不当', 'Handling', 70),
      ('fault_kind', 'other', null, '其他', 'Other', 80)) v(code, key, below, zh, en, sort) loop
    select id into above from dict where code = one.code and dict_key is not distinct from one.below;
    insert into dict (id, parent_id, code, dict_key, dict_value, dict_value_en, sort)
    values (gen_random_uuid(), case when one.key is null then null else above end, one.code, one.key, one.zh, one.en, one.sort);
  end loop;
end $$;

alter table dict enable row level security;
alter table dict force row level security;
create policy read on dict for select using (true);
create policy add on dict for insert with check ((select current_setting('app.tenant', true)) = '000000');
create policy change on dict for update using ((select current_setting('app.tenant', true)) = '000000');
create policy remove on dict for delete using ((select current_setting('app.tenant', true)) = '000000');
alter table dict_biz enable row level security;
alter table dict_biz force row level security;
create policy tenant on dict_biz using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));

-- Phones hold how a tenant's fields look as one row of their feed, which the server makes when it is read; here stands when it changed last.
create function mark_views() returns trigger language plpgsql as $$ begin
  insert into sync_change (tenant_id, scope_id, entity, entity_id) values (current_setting('app.tenant'), 'base', 'fieldView', '01900000-0000-7000-8000-0000000f1e1d')
  on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq');
  return null;
end $$;
-- Gives a tenant a new epoch, so that no process goes on with former choices, and tells its phones.
create function change_views(tenant text) returns void language plpgsql as $$
declare present text := current_setting('app.tenant', true);
begin
  perform set_config('app.tenant', tenant, true);
  insert into tenant_epoch (tenant_id, epoch) values (tenant, nextval('epoch_seq')) on conflict (tenant_id) do update set epoch = excluded.epoch;
  insert into sync_change (tenant_id, scope_id, entity, entity_id) values (tenant, 'base', 'fieldView', '01900000-0000-7000-8000-0000000f1e1d')
  on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq');
  perform set_config('app.tenant', coalesce(present, ''), true);
end $$;
create function change_all_views() returns trigger language plpgsql as $$ declare one text; begin
  for one in select id from tenant order by id loop
    perform change_views(one);
  end loop;
  return null;
end $$;
create function begin_views() returns trigger language plpgsql as $$ begin
  perform change_views(new.id);
  return null;
end $$;

do $$ declare t text; one text; begin
  foreach t in array array['field_config', 'custom_field', 'dict_biz'] loop
    execute format('create trigger %I_views after insert or update or delete on %I for each statement execute function mark_views()', t, t);
  end loop;
  for one in select id from tenant order by id loop
    perform change_views(one);
  end loop;
end $$;
create trigger dict_biz_epoch after insert or update or delete on dict_biz for each statement execute function bump_epoch();
create trigger dict_views after insert or update or delete on dict for each statement execute function change_all_views();
create trigger tenant_views after insert on tenant for each row execute function begin_views();
