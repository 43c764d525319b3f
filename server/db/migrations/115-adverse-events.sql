-- Adverse events of medical devices, and the further reports of group events.
create table adverse_event (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  event_no text not null,
  event_state text not null,
  device_id uuid not null,
  use_dept_id uuid,
  repair_id uuid,
  harm_level text not null,
  is_group smallint,
  event_day date not null,
  aware_at timestamp with time zone not null,
  due_at timestamp with time zone,
  description text not null,
  effect text,
  use_process text,
  causes text,
  actions text,
  state_after text,
  files uuid[],
  reporter_id uuid,
  reporter_dept_id uuid,
  submitted_at timestamp with time zone,
  reviewer_id uuid,
  reviewed_at timestamp with time zone,
  review_note text,
  reported_at timestamp with time zone,
  monitor_no text,
  is_late smallint,
  follow_state text not null,
  follow_up_count integer,
  followed_at timestamp with time zone,
  search text generated always as (search_form(coalesce(event_no, '') || '|' || coalesce(description, '') || '|' || coalesce(monitor_no, ''))) stored,
  primary key (tenant_id, id)
);
create unique index adverse_event_event_no_once on adverse_event (tenant_id, event_no) where not is_deleted;
alter table adverse_event add constraint adverse_event_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index adverse_event_device_id on adverse_event (tenant_id, device_id);
alter table adverse_event add constraint adverse_event_use_dept_id_fk foreign key (tenant_id, use_dept_id) references dept (tenant_id, id);
create index adverse_event_use_dept_id on adverse_event (tenant_id, use_dept_id);
alter table adverse_event add constraint adverse_event_repair_id_fk foreign key (tenant_id, repair_id) references repair_order (tenant_id, id);
create index adverse_event_repair_id on adverse_event (tenant_id, repair_id);
alter table adverse_event add constraint adverse_event_reporter_id_fk foreign key (tenant_id, reporter_id) references app_user (tenant_id, id);
create index adverse_event_reporter_id on adverse_event (tenant_id, reporter_id);
alter table adverse_event add constraint adverse_event_reporter_dept_id_fk foreign key (tenant_id, reporter_dept_id) references dept (tenant_id, id);
create index adverse_event_reporter_dept_id on adverse_event (tenant_id, reporter_dept_id);
alter table adverse_event add constraint adverse_event_reviewer_id_fk foreign key (tenant_id, reviewer_id) references app_user (tenant_id, id);
create index adverse_event_reviewer_id on adverse_event (tenant_id, reviewer_id);
select enable_tenant_table('adverse_event', 'adverseEvent', 'use_dept_id, reporter_id, created_by', 'event_no');

create table adverse_follow_up (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  event_id uuid not null,
  place integer not null,
  followed_at timestamp with time zone not null,
  content text not null,
  followed_by_id uuid,
  primary key (tenant_id, id)
);
alter table adverse_follow_up add constraint adverse_follow_up_event_id_fk foreign key (tenant_id, event_id) references adverse_event (tenant_id, id);
create index adverse_follow_up_event_id on adverse_follow_up (tenant_id, event_id);
alter table adverse_follow_up add constraint adverse_follow_up_followed_by_id_fk foreign key (tenant_id, followed_by_id) references app_user (tenant_id, id);
create index adverse_follow_up_followed_by_id on adverse_follow_up (tenant_id, followed_by_id);
select enable_tenant_table('adverse_follow_up', 'adverseFollowUp', '');


-- What is due next, for the job that reminds of it.
create index adverse_event_due on adverse_event (tenant_id, due_at) where due_at is not null and not is_deleted;
