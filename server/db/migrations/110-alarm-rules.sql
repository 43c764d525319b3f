-- Rules that readings of sensors are held against.
create table alarm_rule (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  rule_name text not null,
  rule_state text not null,
  severity text not null,
  comparison text not null,
  quantity text,
  lower_limit numeric(16,2),
  upper_limit numeric(16,2),
  hysteresis numeric(16,2),
  hold_minutes integer not null,
  sensor_kind text,
  sensor_id uuid,
  classify_id uuid,
  dept_id uuid,
  tells_keeper smallint,
  people uuid[],
  role_id uuid,
  escalate_minutes integer,
  escalate_people uuid[],
  escalate_role_id uuid,
  opens_repair smallint,
  remark text,
  judges_from timestamp with time zone,
  search text generated always as (search_form(coalesce(rule_name, '')) || pinyin_form(coalesce(rule_name, ''))) stored,
  primary key (tenant_id, id)
);
create unique index alarm_rule_rule_name_once on alarm_rule (tenant_id, rule_name) where not is_deleted;
alter table alarm_rule add constraint alarm_rule_sensor_id_fk foreign key (tenant_id, sensor_id) references sensor_config (tenant_id, id);
create index alarm_rule_sensor_id on alarm_rule (tenant_id, sensor_id);
alter table alarm_rule add constraint alarm_rule_classify_id_fk foreign key (tenant_id, classify_id) references device_class (tenant_id, id);
create index alarm_rule_classify_id on alarm_rule (tenant_id, classify_id);
alter table alarm_rule add constraint alarm_rule_dept_id_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id);
create index alarm_rule_dept_id on alarm_rule (tenant_id, dept_id);
alter table alarm_rule add constraint alarm_rule_role_id_fk foreign key (tenant_id, role_id) references role (tenant_id, id);
create index alarm_rule_role_id on alarm_rule (tenant_id, role_id);
alter table alarm_rule add constraint alarm_rule_escalate_role_id_fk foreign key (tenant_id, escalate_role_id) references role (tenant_id, id);
create index alarm_rule_escalate_role_id on alarm_rule (tenant_id, escalate_role_id);
select enable_tenant_table('alarm_rule', 'alarmRule', 'dept_id, created_by', 'rule_name');

alter table alarm_rule add constraint alarm_rule_limits check (lower_limit is null or upper_limit is null or lower_limit < upper_limit);
alter table alarm_rule add constraint alarm_rule_minutes check (hold_minutes >= 0);
create index alarm_rule_active on alarm_rule (tenant_id) where rule_state = 'active' and not is_deleted;
