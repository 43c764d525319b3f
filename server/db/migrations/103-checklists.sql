-- Checklists of devices: templates with published versions, checklists to be filled in, and records of what was found.
create table checklist_template (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  template_name text not null,
  template_status text not null,
  use_kind text not null,
  classes uuid[],
  version_no integer,
  has_draft smallint,
  item_count integer,
  ready_key text,
  is_inactive smallint,
  remark text,
  search text generated always as (search_form(coalesce(template_name, '')) || pinyin_form(coalesce(template_name, ''))) stored,
  primary key (tenant_id, id)
);
create unique index checklist_template_template_name_once on checklist_template (tenant_id, template_name) where not is_deleted;
select enable_tenant_table('checklist_template', 'checklistTemplate', '', 'template_name');

create table checklist_item (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  template_id uuid not null,
  place integer not null,
  item_code text,
  section text,
  item_text text not null,
  item_kind text not null,
  is_required smallint,
  unit text,
  lower_limit numeric(16,4),
  upper_limit numeric(16,4),
  options text,
  abnormal_answers text,
  shown_item text,
  shown_answer text,
  primary key (tenant_id, id)
);
alter table checklist_item add constraint checklist_item_template_id_fk foreign key (tenant_id, template_id) references checklist_template (tenant_id, id);
create index checklist_item_template_id on checklist_item (tenant_id, template_id);
select enable_tenant_table('checklist_item', 'checklistItem', '');

create table checklist_version (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  version_name text not null,
  template_id uuid not null,
  version_no integer not null,
  items jsonb not null,
  search text generated always as (search_form(coalesce(version_name, ''))) stored,
  primary key (tenant_id, id)
);
alter table checklist_version add constraint checklist_version_template_id_fk foreign key (tenant_id, template_id) references checklist_template (tenant_id, id);
create index checklist_version_template_id on checklist_version (tenant_id, template_id);
select enable_tenant_table('checklist_version', 'checklistVersion', '');

create table checklist_task (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  task_no text not null,
  task_status text not null,
  device_id uuid not null,
  use_dept_id uuid,
  template_id uuid not null,
  template_version_id uuid,
  use_kind text,
  assignee_id uuid,
  due_date date,
  answers jsonb,
  photos uuid[],
  result text,
  abnormal_count integer,
  findings text,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  finished_by_id uuid,
  repair_id uuid,
  cancel_reason text,
  remark text,
  search text generated always as (search_form(coalesce(task_no, ''))) stored,
  primary key (tenant_id, id)
);
create unique index checklist_task_task_no_once on checklist_task (tenant_id, task_no) where not is_deleted;
alter table checklist_task add constraint checklist_task_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index checklist_task_device_id on checklist_task (tenant_id, device_id);
alter table checklist_task add constraint checklist_task_use_dept_id_fk foreign key (tenant_id, use_dept_id) references dept (tenant_id, id);
create index checklist_task_use_dept_id on checklist_task (tenant_id, use_dept_id);
alter table checklist_task add constraint checklist_task_template_id_fk foreign key (tenant_id, template_id) references checklist_template (tenant_id, id);
create index checklist_task_template_id on checklist_task (tenant_id, template_id);
alter table checklist_task add constraint checklist_task_template_version_id_fk foreign key (tenant_id, template_version_id) references checklist_version (tenant_id, id);
create index checklist_task_template_version_id on checklist_task (tenant_id, template_version_id);
alter table checklist_task add constraint checklist_task_assignee_id_fk foreign key (tenant_id, assignee_id) references app_user (tenant_id, id);
create index checklist_task_assignee_id on checklist_task (tenant_id, assignee_id);
alter table checklist_task add constraint checklist_task_finished_by_id_fk foreign key (tenant_id, finished_by_id) references app_user (tenant_id, id);
create index checklist_task_finished_by_id on checklist_task (tenant_id, finished_by_id);
alter table checklist_task add constraint checklist_task_repair_id_fk foreign key (tenant_id, repair_id) references repair_order (tenant_id, id);
create index checklist_task_repair_id on checklist_task (tenant_id, repair_id);
select enable_tenant_table('checklist_task', 'checklistTask', 'use_dept_id, assignee_id, created_by', 'task_no');

create table checklist_record (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  record_no text not null,
  task_id uuid not null,
  device_id uuid,
  dept_name text,
  template_name text,
  version_no integer,
  use_kind text,
  result text,
  abnormal_count integer,
  findings text,
  filled_by_id uuid,
  filled_at timestamp with time zone,
  entries jsonb,
  photos uuid[],
  corrects_id uuid,
  reason text,
  search text generated always as (search_form(coalesce(record_no, '') || '|' || coalesce(template_name, ''))) stored,
  primary key (tenant_id, id)
);
create unique index checklist_record_record_no_once on checklist_record (tenant_id, record_no);
alter table checklist_record add constraint checklist_record_task_id_fk foreign key (tenant_id, task_id) references checklist_task (tenant_id, id);
create index checklist_record_task_id on checklist_record (tenant_id, task_id);
alter table checklist_record add constraint checklist_record_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index checklist_record_device_id on checklist_record (tenant_id, device_id);
alter table checklist_record add constraint checklist_record_filled_by_id_fk foreign key (tenant_id, filled_by_id) references app_user (tenant_id, id);
create index checklist_record_filled_by_id on checklist_record (tenant_id, filled_by_id);
alter table checklist_record add constraint checklist_record_corrects_id_fk foreign key (tenant_id, corrects_id) references checklist_record (tenant_id, id);
create index checklist_record_corrects_id on checklist_record (tenant_id, corrects_id);
select enable_tenant_table('checklist_record', 'checklistRecord', '');
