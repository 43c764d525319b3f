-- Label templates, printings of labels, and the label of each card or room in them.
create table label_template (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  template_name text not null,
  label_kind text not null,
  sheet text not null,
  width_mm numeric(16,1) not null,
  height_mm numeric(16,1) not null,
  padding numeric(16,1) not null,
  sheet_columns integer,
  sheet_rows integer,
  margin_top numeric(16,2),
  margin_left numeric(16,2),
  gap_x numeric(16,2),
  gap_y numeric(16,2),
  device_lines text[],
  room_lines text[],
  title_size numeric(16,1) not null,
  title_lines integer not null,
  text_size numeric(16,1) not null,
  with_captions smallint,
  with_hospital smallint,
  qr_place text not null,
  qr_size numeric(16,1) not null,
  logo_height numeric(16,1),
  logo uuid[],
  logo_ratio numeric(16,4),
  search text generated always as (lower(coalesce(template_name, ''))) stored,
  primary key (tenant_id, id)
);
create unique index label_template_template_name_once on label_template (tenant_id, template_name) where not is_deleted;
alter table label_template enable row level security;
alter table label_template force row level security;
create policy tenant on label_template using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));

create table label_print (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  template_name text not null,
  label_kind text not null,
  output text not null,
  row_count integer not null,
  label_count integer not null,
  reprint_count integer not null,
  reason text,
  copies integer not null,
  start_at integer not null,
  user_id uuid not null,
  dept_id uuid,
  base text not null,
  design jsonb,
  search text generated always as (lower(coalesce(template_name, '') || '|' || coalesce(reason, ''))) stored,
  primary key (tenant_id, id)
);
alter table label_print add constraint label_print_user_id_fk foreign key (tenant_id, user_id) references app_user (tenant_id, id);
create index label_print_user_id on label_print (tenant_id, user_id);
alter table label_print add constraint label_print_dept_id_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id);
create index label_print_dept_id on label_print (tenant_id, dept_id);
alter table label_print enable row level security;
alter table label_print force row level security;
create policy tenant on label_print using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create index label_print_newest on label_print (tenant_id, created_at desc, id desc);

create table label_item (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  target_name text not null,
  print_kind text not null,
  copies integer not null,
  reason text,
  user_id uuid not null,
  print_id uuid not null,
  device_id uuid,
  location_id uuid,
  seq integer not null,
  primary key (tenant_id, id)
);
alter table label_item add constraint label_item_user_id_fk foreign key (tenant_id, user_id) references app_user (tenant_id, id);
create index label_item_user_id on label_item (tenant_id, user_id);
alter table label_item add constraint label_item_print_id_fk foreign key (tenant_id, print_id) references label_print (tenant_id, id);
create index label_item_print_id on label_item (tenant_id, print_id, seq);
alter table label_item add constraint label_item_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index label_item_device_id on label_item (tenant_id, device_id);
alter table label_item add constraint label_item_location_id_fk foreign key (tenant_id, location_id) references location (tenant_id, id);
create index label_item_location_id on label_item (tenant_id, location_id);
alter table label_item enable row level security;
alter table label_item force row level security;
create policy tenant on label_item using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
