create table flow_definition (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  definition_name text not null,
  approval_kind text not null,
  definition_status text not null,
  version_number integer,
  draft jsonb,
  is_default smallint,
  remark text,
  search text generated always as (lower(coalesce(definition_name, ''))) stored,
  primary key (tenant_id, id)
);
create unique index flow_definition_definition_name_once on flow_definition (tenant_id, definition_name) where not is_deleted;
alter table flow_definition enable row level security;
alter table flow_definition force row level security;
create policy tenant on flow_definition using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create constraint trigger flow_definition_names after update on flow_definition deferrable initially deferred
  for each row when (old.definition_name is distinct from new.definition_name) execute function bump_names();
create constraint trigger flow_definition_names_gone after delete on flow_definition deferrable initially deferred for each row execute function bump_names();
create trigger flow_definition_live_insert after insert on flow_definition referencing new table as n for each statement execute function live_change('flowDefinition', '');
create trigger flow_definition_live_update after update on flow_definition referencing new table as n old table as o for each statement execute function live_change('flowDefinition', '');
create trigger flow_definition_live_delete after delete on flow_definition referencing old table as o for each statement execute function live_change('flowDefinition', '');

create table flow_version (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  definition_id uuid not null,
  version_name text not null,
  version_number integer not null,
  tree jsonb not null,
  primary key (tenant_id, id)
);
alter table flow_version add constraint flow_version_definition_id_fk foreign key (tenant_id, definition_id) references flow_definition (tenant_id, id);
create index flow_version_definition_id on flow_version (tenant_id, definition_id);
alter table flow_version enable row level security;
alter table flow_version force row level security;
create policy tenant on flow_version using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create trigger flow_version_live_insert after insert on flow_version referencing new table as n for each statement execute function live_change('flowVersion', '');
create trigger flow_version_live_update after update on flow_version referencing new table as n old table as o for each statement execute function live_change('flowVersion', '');
create trigger flow_version_live_delete after delete on flow_version referencing old table as o for each statement execute function live_change('flowVersion', '');

create table flow_binding (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  flow_name text not null,
  approval_kind text not null,
  definition_id uuid not null,
  category_id uuid,
  dept_id uuid,
  min_amount numeric(16,2),
  max_amount numeric(16,2),
  flow_status text not null,
  remark text,
  search text generated always as (lower(coalesce(flow_name, ''))) stored,
  primary key (tenant_id, id)
);
alter table flow_binding add constraint flow_binding_definition_id_fk foreign key (tenant_id, definition_id) references flow_definition (tenant_id, id);
create index flow_binding_definition_id on flow_binding (tenant_id, definition_id);
alter table flow_binding add constraint flow_binding_category_id_fk foreign key (tenant_id, category_id) references assets_category (tenant_id, id);
create index flow_binding_category_id on flow_binding (tenant_id, category_id);
alter table flow_binding add constraint flow_binding_dept_id_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id);
create index flow_binding_dept_id on flow_binding (tenant_id, dept_id);
alter table flow_binding enable row level security;
alter table flow_binding force row level security;
create policy tenant on flow_binding using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create constraint trigger flow_binding_names after update on flow_binding deferrable initially deferred
  for each row when (old.flow_name is distinct from new.flow_name) execute function bump_names();
create constraint trigger flow_binding_names_gone after delete on flow_binding deferrable initially deferred for each row execute function bump_names();
create trigger flow_binding_live_insert after insert on flow_binding referencing new table as n for each statement execute function live_change('flowBinding', '');
create trigger flow_binding_live_update after update on flow_binding referencing new table as n old table as o for each statement execute function live_change('flowBinding', '');
create trigger flow_binding_live_delete after delete on flow_binding referencing old table as o for each statement execute function live_change('flowBinding', '');

create table flow_instance (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  instance_title text not null,
  approval_kind text not null,
  instance_status text not null,
  current_nodes text,
  applicant_id uuid not null,
  dept_id uuid,
  document_id text not null,
  flow_version_id uuid not null,
  chosen jsonb,
  is_offline smallint,
  urged_at timestamp with time zone,
  ended_at timestamp with time zone,
  search text generated always as (lower(coalesce(instance_title, ''))) stored,
  primary key (tenant_id, id)
);
alter table flow_instance add constraint flow_instance_applicant_id_fk foreign key (tenant_id, applicant_id) references app_user (tenant_id, id);
create index flow_instance_applicant_id on flow_instance (tenant_id, applicant_id);
alter table flow_instance add constraint flow_instance_dept_id_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id);
create index flow_instance_dept_id on flow_instance (tenant_id, dept_id);
alter table flow_instance add constraint flow_instance_flow_version_id_fk foreign key (tenant_id, flow_version_id) references flow_version (tenant_id, id);
create index flow_instance_flow_version_id on flow_instance (tenant_id, flow_version_id);
alter table flow_instance enable row level security;
alter table flow_instance force row level security;
create policy tenant on flow_instance using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create trigger flow_instance_live_insert after insert on flow_instance referencing new table as n for each statement execute function live_change('flowInstance', '');
create trigger flow_instance_live_update after update on flow_instance referencing new table as n old table as o for each statement execute function live_change('flowInstance', '');
create trigger flow_instance_live_delete after delete on flow_instance referencing old table as o for each statement execute function live_change('flowInstance', '');

create table flow_node (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  instance_id uuid not null,
  node_key text not null,
  node_name text not null,
  node_kind text not null,
  node_state text not null,
  branch_key text,
  mode text,
  share integer,
  ended_at timestamp with time zone,
  primary key (tenant_id, id)
);
alter table flow_node add constraint flow_node_instance_id_fk foreign key (tenant_id, instance_id) references flow_instance (tenant_id, id);
create index flow_node_instance_id on flow_node (tenant_id, instance_id);
alter table flow_node enable row level security;
alter table flow_node force row level security;
create policy tenant on flow_node using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create trigger flow_node_live_insert after insert on flow_node referencing new table as n for each statement execute function live_change('flowNode', '');
create trigger flow_node_live_update after update on flow_node referencing new table as n old table as o for each statement execute function live_change('flowNode', '');
create trigger flow_node_live_delete after delete on flow_node referencing old table as o for each statement execute function live_change('flowNode', '');

create table flow_task (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  instance_id uuid not null,
  node_id uuid not null,
  node_name text not null,
  user_id uuid not null,
  task_state text not null,
  is_candidate smallint,
  after_id uuid,
  added_to_id uuid,
  instead_of_id uuid,
  opened_at timestamp with time zone,
  remind_at timestamp with time zone,
  due_at timestamp with time zone,
  decided_at timestamp with time zone,
  opinion text,
  primary key (tenant_id, id)
);
alter table flow_task add constraint flow_task_instance_id_fk foreign key (tenant_id, instance_id) references flow_instance (tenant_id, id);
create index flow_task_instance_id on flow_task (tenant_id, instance_id);
alter table flow_task add constraint flow_task_node_id_fk foreign key (tenant_id, node_id) references flow_node (tenant_id, id);
create index flow_task_node_id on flow_task (tenant_id, node_id);
alter table flow_task add constraint flow_task_user_id_fk foreign key (tenant_id, user_id) references app_user (tenant_id, id);
create index flow_task_user_id on flow_task (tenant_id, user_id);
alter table flow_task add constraint flow_task_after_id_fk foreign key (tenant_id, after_id) references flow_task (tenant_id, id);
create index flow_task_after_id on flow_task (tenant_id, after_id);
alter table flow_task add constraint flow_task_added_to_id_fk foreign key (tenant_id, added_to_id) references flow_task (tenant_id, id);
create index flow_task_added_to_id on flow_task (tenant_id, added_to_id);
alter table flow_task add constraint flow_task_instead_of_id_fk foreign key (tenant_id, instead_of_id) references app_user (tenant_id, id);
create index flow_task_instead_of_id on flow_task (tenant_id, instead_of_id);
alter table flow_task enable row level security;
alter table flow_task force row level security;
create policy tenant on flow_task using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create trigger flow_task_live_insert after insert on flow_task referencing new table as n for each statement execute function live_change('flowTask', '');
create trigger flow_task_live_update after update on flow_task referencing new table as n old table as o for each statement execute function live_change('flowTask', '');
create trigger flow_task_live_delete after delete on flow_task referencing old table as o for each statement execute function live_change('flowTask', '');

create table flow_record (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  instance_id uuid not null,
  node_name text,
  act text not null,
  user_id uuid,
  to_user_id uuid,
  opinion text,
  images uuid[],
  task_id uuid,
  undo jsonb,
  primary key (tenant_id, id)
);
alter table flow_record add constraint flow_record_instance_id_fk foreign key (tenant_id, instance_id) references flow_instance (tenant_id, id);
create index flow_record_instance_id on flow_record (tenant_id, instance_id);
alter table flow_record add constraint flow_record_user_id_fk foreign key (tenant_id, user_id) references app_user (tenant_id, id);
create index flow_record_user_id on flow_record (tenant_id, user_id);
alter table flow_record add constraint flow_record_to_user_id_fk foreign key (tenant_id, to_user_id) references app_user (tenant_id, id);
create index flow_record_to_user_id on flow_record (tenant_id, to_user_id);
alter table flow_record add constraint flow_record_task_id_fk foreign key (tenant_id, task_id) references flow_task (tenant_id, id);
create index flow_record_task_id on flow_record (tenant_id, task_id);
alter table flow_record enable row level security;
alter table flow_record force row level security;
create policy tenant on flow_record using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create trigger flow_record_live_insert after insert on flow_record referencing new table as n for each statement execute function live_change('flowRecord', '');
create trigger flow_record_live_update after update on flow_record referencing new table as n old table as o for each statement execute function live_change('flowRecord', '');
create trigger flow_record_live_delete after delete on flow_record referencing old table as o for each statement execute function live_change('flowRecord', '');

create table flow_comment (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  instance_id uuid not null,
  content text not null,
  images uuid[],
  primary key (tenant_id, id)
);
alter table flow_comment add constraint flow_comment_instance_id_fk foreign key (tenant_id, instance_id) references flow_instance (tenant_id, id);
create index flow_comment_instance_id on flow_comment (tenant_id, instance_id);
alter table flow_comment enable row level security;
alter table flow_comment force row level security;
create policy tenant on flow_comment using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create constraint trigger flow_comment_names after update on flow_comment deferrable initially deferred
  for each row when (old.content is distinct from new.content) execute function bump_names();
create constraint trigger flow_comment_names_gone after delete on flow_comment deferrable initially deferred for each row execute function bump_names();
create trigger flow_comment_live_insert after insert on flow_comment referencing new table as n for each statement execute function live_change('flowComment', '');
create trigger flow_comment_live_update after update on flow_comment referencing new table as n old table as o for each statement execute function live_change('flowComment', '');
create trigger flow_comment_live_delete after delete on flow_comment referencing old table as o for each statement execute function live_change('flowComment', '');

create table flow_absence (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  user_id uuid not null,
  begin_date date not null,
  end_date date not null,
  deputy_id uuid not null,
  reason text not null,
  primary key (tenant_id, id)
);
alter table flow_absence add constraint flow_absence_user_id_fk foreign key (tenant_id, user_id) references app_user (tenant_id, id);
create index flow_absence_user_id on flow_absence (tenant_id, user_id);
alter table flow_absence add constraint flow_absence_deputy_id_fk foreign key (tenant_id, deputy_id) references app_user (tenant_id, id);
create index flow_absence_deputy_id on flow_absence (tenant_id, deputy_id);
alter table flow_absence enable row level security;
alter table flow_absence force row level security;
create policy tenant on flow_absence using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create constraint trigger flow_absence_names after update on flow_absence deferrable initially deferred
  for each row when (old.reason is distinct from new.reason) execute function bump_names();
create constraint trigger flow_absence_names_gone after delete on flow_absence deferrable initially deferred for each row execute function bump_names();
create trigger flow_absence_live_insert after insert on flow_absence referencing new table as n for each statement execute function live_change('flowAbsence', 'user_id, created_by');
create trigger flow_absence_live_update after update on flow_absence referencing new table as n old table as o for each statement execute function live_change('flowAbsence', 'user_id, created_by');
create trigger flow_absence_live_delete after delete on flow_absence referencing old table as o for each statement execute function live_change('flowAbsence', 'user_id, created_by');

create table flow_leave (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  applicant_id uuid,
  reason text not null,
  start_date date not null,
  end_date date not null,
  leave_days integer,
  leave_status text not null,
  approval_node text,
  search text generated always as (lower(coalesce(reason, ''))) stored,
  primary key (tenant_id, id)
);
alter table flow_leave add constraint flow_leave_applicant_id_fk foreign key (tenant_id, applicant_id) references app_user (tenant_id, id);
create index flow_leave_applicant_id on flow_leave (tenant_id, applicant_id);
alter table flow_leave enable row level security;
alter table flow_leave force row level security;
create policy tenant on flow_leave using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create trigger flow_leave_live_insert after insert on flow_leave referencing new table as n for each statement execute function live_change('flowLeave', 'applicant_id, created_by');
create trigger flow_leave_live_update after update on flow_leave referencing new table as n old table as o for each statement execute function live_change('flowLeave', 'applicant_id, created_by');
create trigger flow_leave_live_delete after delete on flow_leave referencing old table as o for each statement execute function live_change('flowLeave', 'applicant_id, created_by');


-- One approval of a document at a time, and one default flow of a kind.
create unique index flow_instance_running_once on flow_instance (tenant_id, approval_kind, document_id) where instance_status = 'running';
create index flow_instance_document on flow_instance (tenant_id, document_id);
create unique index flow_definition_default_once on flow_definition (tenant_id, approval_kind) where is_default = 1 and not is_deleted;
-- What waits for a person, what the person decided, and what is late.
create index flow_task_waiting on flow_task (tenant_id, user_id, opened_at desc, id desc) where task_state = 'open';
create index flow_task_decided on flow_task (tenant_id, user_id, decided_at desc, id desc) where task_state in ('agreed', 'rejected');
create index flow_task_due on flow_task (tenant_id, due_at) where task_state = 'open' and due_at is not null;
create index flow_task_remind on flow_task (tenant_id, remind_at) where task_state = 'open' and remind_at is not null;
