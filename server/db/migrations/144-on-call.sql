-- On-call rotas, their shifts, and the calls about urgent reports outside working hours.
create table on_call_rota (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  rota_name text not null,
  depts uuid[],
  escalate_minutes integer not null,
  leader_id uuid not null,
  is_inactive smallint,
  remark text,
  search text generated always as (search_form(coalesce(rota_name, '')) || pinyin_form(coalesce(rota_name, ''))) stored,
  primary key (tenant_id, id)
);
create unique index on_call_rota_rota_name_once on on_call_rota (tenant_id, rota_name) where not is_deleted;
alter table on_call_rota add constraint on_call_rota_leader_id_fk foreign key (tenant_id, leader_id) references app_user (tenant_id, id);
create index on_call_rota_leader_id on on_call_rota (tenant_id, leader_id);
select enable_tenant_table('on_call_rota', 'onCallRota', '', 'rota_name');

create table on_call_shift (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  shift_title text not null,
  rota_id uuid not null,
  shift_kind text not null,
  weekday text,
  from_time text,
  to_time text,
  valid_from date,
  valid_to date,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  person_id uuid not null,
  backup_id uuid,
  remark text,
  search text generated always as (search_form(coalesce(shift_title, '')) || pinyin_form(coalesce(shift_title, ''))) stored,
  primary key (tenant_id, id)
);
alter table on_call_shift add constraint on_call_shift_rota_id_fk foreign key (tenant_id, rota_id) references on_call_rota (tenant_id, id);
create index on_call_shift_rota_id on on_call_shift (tenant_id, rota_id);
alter table on_call_shift add constraint on_call_shift_person_id_fk foreign key (tenant_id, person_id) references app_user (tenant_id, id);
create index on_call_shift_person_id on on_call_shift (tenant_id, person_id);
alter table on_call_shift add constraint on_call_shift_backup_id_fk foreign key (tenant_id, backup_id) references app_user (tenant_id, id);
create index on_call_shift_backup_id on on_call_shift (tenant_id, backup_id);
select enable_tenant_table('on_call_shift', 'onCallShift', '', 'shift_title');
create function on_call_shift_shift_title() returns trigger language plpgsql as $$ begin new.shift_title := left(concat_ws(' ', (select l.rota_name from public.on_call_rota l where l.tenant_id = new.tenant_id and l.id = new.rota_id), (select l.real_name from public.app_user l where l.tenant_id = new.tenant_id and l.id = new.person_id)), 140); return new; end $$;
create trigger on_call_shift_shift_title before insert or update on on_call_shift for each row execute function on_call_shift_shift_title();
create function on_call_shift_shift_title_by_rota_id() returns trigger language plpgsql as $$ begin update public.on_call_shift set rota_id = rota_id where tenant_id = new.tenant_id and rota_id = new.id; return null; end $$;
create trigger on_call_shift_shift_title_by_rota_id after update on on_call_rota for each row when (old.rota_name is distinct from new.rota_name) execute function on_call_shift_shift_title_by_rota_id();
create function on_call_shift_shift_title_by_person_id() returns trigger language plpgsql as $$ begin update public.on_call_shift set person_id = person_id where tenant_id = new.tenant_id and person_id = new.id; return null; end $$;
create trigger on_call_shift_shift_title_by_person_id after update on app_user for each row when (old.real_name is distinct from new.real_name) execute function on_call_shift_shift_title_by_person_id();

-- The call about a repair: which step comes next and when, and who was told so far. `next_at` is null once no one is called any more.
create table on_call_alert (
  tenant_id text collate "C" not null,
  repair_id uuid not null,
  rota_id uuid not null,
  began_at timestamp with time zone not null,
  next_step integer not null,
  next_at timestamp with time zone,
  told uuid[] not null default '{}',
  primary key (tenant_id, repair_id)
);
alter table on_call_alert add constraint on_call_alert_repair_id_fk foreign key (tenant_id, repair_id) references repair_order (tenant_id, id) on delete cascade;
alter table on_call_alert add constraint on_call_alert_rota_id_fk foreign key (tenant_id, rota_id) references on_call_rota (tenant_id, id) on delete cascade;
create index on_call_alert_rota_id on on_call_alert (tenant_id, rota_id);
create index on_call_alert_next on on_call_alert (tenant_id, next_at) where next_at is not null;
alter table on_call_alert enable row level security;
alter table on_call_alert force row level security;
create policy tenant on on_call_alert using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
