-- Devices that were photographed and scanned in their rooms, until a person makes cards of them.
create table device_draft (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  draft_no text not null,
  draft_state text not null,
  location_id uuid not null,
  use_dept_id uuid,
  photos uuid[],
  label_code text,
  device_name text,
  device_model text,
  sn text,
  manufacturer text,
  registration_no text,
  made_date date,
  rated_power text,
  udi_di text,
  udi_pi text,
  asset_tag_no text,
  to_check text[],
  is_read smallint,
  pieces text,
  remark text,
  captured_by_id uuid,
  captured_at timestamp with time zone,
  card_id uuid,
  sn_key text generated always as (code_key(sn)) stored,
  asset_tag_no_key text generated always as (code_key(asset_tag_no)) stored,
  search text generated always as (search_form(coalesce(draft_no, '') || '|' || coalesce(device_name, '') || '|' || coalesce(sn, '') || '|' || coalesce(asset_tag_no, ''))) stored,
  primary key (tenant_id, id)
);
create unique index device_draft_draft_no_once on device_draft (tenant_id, draft_no) where not is_deleted;
alter table device_draft add constraint device_draft_location_id_fk foreign key (tenant_id, location_id) references location (tenant_id, id);
create index device_draft_location_id on device_draft (tenant_id, location_id);
alter table device_draft add constraint device_draft_use_dept_id_fk foreign key (tenant_id, use_dept_id) references dept (tenant_id, id);
create index device_draft_use_dept_id on device_draft (tenant_id, use_dept_id);
alter table device_draft add constraint device_draft_captured_by_id_fk foreign key (tenant_id, captured_by_id) references app_user (tenant_id, id);
create index device_draft_captured_by_id on device_draft (tenant_id, captured_by_id);
alter table device_draft add constraint device_draft_card_id_fk foreign key (tenant_id, card_id) references device (tenant_id, id);
create index device_draft_card_id on device_draft (tenant_id, card_id);
select enable_tenant_table('device_draft', 'deviceDraft', 'use_dept_id, captured_by_id, created_by', 'draft_no');


-- What the review of drafts looks at: those that wait, and others of them with the same numbers.
create index device_draft_waiting on device_draft (tenant_id, captured_at) where draft_state = 'waiting' and not is_deleted;
create index device_draft_sn on device_draft (tenant_id, sn_key) where draft_state = 'waiting' and not is_deleted;
create index device_draft_tag on device_draft (tenant_id, asset_tag_no_key) where draft_state = 'waiting' and not is_deleted;
