-- Who may use the devices of a class, and until when.
alter table device_class add column needs_authorisation smallint;
create table use_authorisation (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  authorisation_no text not null,
  authorisation_state text not null,
  person_id uuid not null,
  device_class_id uuid not null,
  valid_from date not null,
  valid_until date,
  trained_on date,
  trainer text,
  training_hours numeric(16,1),
  files uuid[],
  remark text,
  withdraw_reason text,
  search text generated always as (search_form(coalesce(authorisation_no, '') || '|' || coalesce(trainer, ''))) stored,
  primary key (tenant_id, id)
);
create unique index use_authorisation_authorisation_no_once on use_authorisation (tenant_id, authorisation_no) where not is_deleted;
alter table use_authorisation add constraint use_authorisation_person_id_fk foreign key (tenant_id, person_id) references app_user (tenant_id, id);
create index use_authorisation_person_id on use_authorisation (tenant_id, person_id);
alter table use_authorisation add constraint use_authorisation_device_class_id_fk foreign key (tenant_id, device_class_id) references device_class (tenant_id, id);
create index use_authorisation_device_class_id on use_authorisation (tenant_id, device_class_id);
select enable_tenant_table('use_authorisation', 'useAuthorisation', '', 'authorisation_no');

-- What a hand-over asks: the authorisations of a person in force.
create index use_authorisation_in_force on use_authorisation (tenant_id, person_id) where authorisation_state = 'valid' and not is_deleted;

-- It is filled by imports.
do $do$ begin
  execute replace(pg_get_functiondef('gather_statistics(text)'::regprocedure), $a$'sensor_config'$a$, $a$'sensor_config', 'use_authorisation'$a$);
end $do$;
