-- Recalls by manufacturers: what they match, and each device that they found.
create table recall (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  recall_no text not null,
  recall_state text not null,
  recall_title text not null,
  maker text not null,
  level text not null,
  notice_date date not null,
  notice_no text,
  cause text not null,
  action text not null,
  hold text,
  files uuid[],
  note text,
  item_count integer,
  started_at timestamp with time zone,
  started_by_id uuid,
  closed_at timestamp with time zone,
  closed_by_id uuid,
  close_note text,
  cancel_reason text,
  search text generated always as (search_form(coalesce(recall_no, '') || '|' || coalesce(recall_title, '') || '|' || coalesce(maker, '') || '|' || coalesce(notice_no, '')) || pinyin_form(coalesce(recall_title, ''))) stored,
  primary key (tenant_id, id)
);
create unique index recall_recall_no_once on recall (tenant_id, recall_no) where not is_deleted;
alter table recall add constraint recall_started_by_id_fk foreign key (tenant_id, started_by_id) references app_user (tenant_id, id);
create index recall_started_by_id on recall (tenant_id, started_by_id);
alter table recall add constraint recall_closed_by_id_fk foreign key (tenant_id, closed_by_id) references app_user (tenant_id, id);
create index recall_closed_by_id on recall (tenant_id, closed_by_id);
select enable_tenant_table('recall', 'recall', '', 'recall_no');

create table recall_item (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  recall_id uuid not null,
  place integer not null,
  match_kind text not null,
  match_value text not null,
  brand text,
  only_maker text,
  primary key (tenant_id, id)
);
alter table recall_item add constraint recall_item_recall_id_fk foreign key (tenant_id, recall_id) references recall (tenant_id, id);
create index recall_item_recall_id on recall_item (tenant_id, recall_id);
select enable_tenant_table('recall_item', 'recallItem', '');

create table recall_device (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  case_title text not null,
  case_state text not null,
  recall_id uuid not null,
  device_id uuid not null,
  use_dept_id uuid,
  match_kind text not null,
  match_value text not null,
  is_held smallint,
  outcome text,
  done_on date,
  note text,
  files uuid[],
  reason text,
  handled_by_id uuid,
  handled_at timestamp with time zone,
  search text generated always as (search_form(coalesce(case_title, '')) || pinyin_form(coalesce(case_title, ''))) stored,
  primary key (tenant_id, id)
);
alter table recall_device add constraint recall_device_recall_id_fk foreign key (tenant_id, recall_id) references recall (tenant_id, id);
create index recall_device_recall_id on recall_device (tenant_id, recall_id);
alter table recall_device add constraint recall_device_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index recall_device_device_id on recall_device (tenant_id, device_id);
alter table recall_device add constraint recall_device_use_dept_id_fk foreign key (tenant_id, use_dept_id) references dept (tenant_id, id);
create index recall_device_use_dept_id on recall_device (tenant_id, use_dept_id);
alter table recall_device add constraint recall_device_handled_by_id_fk foreign key (tenant_id, handled_by_id) references app_user (tenant_id, id);
create index recall_device_handled_by_id on recall_device (tenant_id, handled_by_id);
select enable_tenant_table('recall_device', 'recallDevice', '');
create function recall_device_case_title() returns trigger language plpgsql as $$ begin new.case_title := left(concat_ws(' ', (select l.device_name from public.device l where l.tenant_id = new.tenant_id and l.id = new.device_id)), 140); return new; end $$;
create trigger recall_device_case_title before insert or update on recall_device for each row execute function recall_device_case_title();
create function recall_device_case_title_by_device_id() returns trigger language plpgsql as $$ begin update public.recall_device set device_id = device_id where tenant_id = new.tenant_id and device_id = new.id; return null; end $$;
create trigger recall_device_case_title_by_device_id after update on device for each row when (old.device_name is distinct from new.device_name) execute function recall_device_case_title_by_device_id();

-- A device is followed once for a recall, however often it is matched.
create unique index recall_device_once on recall_device (tenant_id, recall_id, device_id);
create index recall_device_waiting on recall_device (tenant_id, recall_id) where case_state = 'waiting';
create index recall_device_held on recall_device (tenant_id, device_id) where is_held = 1;
create index recall_open on recall (tenant_id) where recall_state = 'open' and not is_deleted;

-- A stop names the recall that it stands on.
alter table device_stop add column recall_id uuid;
alter table device_stop add constraint device_stop_recall_id_fk foreign key (tenant_id, recall_id) references recall (tenant_id, id);
create index device_stop_recall_id on device_stop (tenant_id, recall_id);

do $$ begin
  execute replace(pg_get_functiondef('gather_statistics(text)'::regprocedure), $a$'sensor_config'$a$, $a$'sensor_config', 'recall_device'$a$);
end $$;
