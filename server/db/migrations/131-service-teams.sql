-- Teams that take work together, and the plans and orders that they are given.
create table service_team (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  team_name text not null,
  dept_id uuid,
  leader_id uuid,
  members uuid[],
  work_kinds text[],
  is_inactive smallint,
  remark text,
  search text generated always as (search_form(coalesce(team_name, '')) || pinyin_form(coalesce(team_name, ''))) stored,
  primary key (tenant_id, id)
);
create unique index service_team_team_name_once on service_team (tenant_id, team_name) where not is_deleted;
alter table service_team add constraint service_team_dept_id_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id);
create index service_team_dept_id on service_team (tenant_id, dept_id);
alter table service_team add constraint service_team_leader_id_fk foreign key (tenant_id, leader_id) references app_user (tenant_id, id);
create index service_team_leader_id on service_team (tenant_id, leader_id);
select enable_tenant_table('service_team', 'serviceTeam', '', 'team_name');

alter table device_plan add column team_id uuid;
alter table device_plan add constraint device_plan_team_id_fk foreign key (tenant_id, team_id) references service_team (tenant_id, id);
create index device_plan_team_id on device_plan (tenant_id, team_id) where team_id is not null;
alter table maintain_order add column team_id uuid;
alter table maintain_order add constraint maintain_order_team_id_fk foreign key (tenant_id, team_id) references service_team (tenant_id, id);
create index maintain_order_team_id on maintain_order (tenant_id, team_id) where team_id is not null;
alter table repair_order add column team_id uuid;
alter table repair_order add constraint repair_order_team_id_fk foreign key (tenant_id, team_id) references service_team (tenant_id, id);
create index repair_order_team_id on repair_order (tenant_id, team_id) where team_id is not null;

-- The dispatch board: what is open of each kind, and what was done in the last days.
create index repair_order_closed on repair_order (tenant_id, closed_at) where repair_status = 'done' and not is_deleted;
create index maintain_order_state on maintain_order (tenant_id, order_state) where order_state in ('due', 'assigned', 'working') and not is_deleted;
create index maintain_order_finished on maintain_order (tenant_id, finished_at) where order_state in ('finished', 'accepted') and not is_deleted;
create index checklist_task_open on checklist_task (tenant_id, task_status) where task_status in ('todo', 'filling') and not is_deleted;
create index checklist_task_finished on checklist_task (tenant_id, finished_at) where task_status = 'finished' and not is_deleted;
create index measure_record_open on measure_record (tenant_id, record_status) where record_status in ('planned', 'sent') and not is_deleted;
create index measure_record_done on measure_record (tenant_id, measured_on) where record_status = 'done' and not is_deleted;
create index maintain_order_to_accept on maintain_order (tenant_id, id) where order_state = 'finished' and needs_acceptance = 1 and not is_deleted;
