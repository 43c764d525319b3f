-- Defaults of a class, with where they come from.
alter table device_class add column useful_life_months integer, add column life_source text, add column measure_type text, add column measure_source text;

create table device_term (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  standard_name text not null,
  other_names text,
  english_name text,
  other_english_names text,
  classify_id uuid,
  source text,
  search text generated always as (lower(coalesce(standard_name, '') || '|' || coalesce(other_names, '') || '|' || coalesce(english_name, '') || '|' || coalesce(other_english_names, ''))) stored,
  primary key (tenant_id, id)
);
create unique index device_term_standard_name_once on device_term (tenant_id, standard_name) where not is_deleted;
alter table device_term add constraint device_term_classify_id_fk foreign key (tenant_id, classify_id) references device_class (tenant_id, id);
create index device_term_classify_id on device_term (tenant_id, classify_id);
alter table device_term enable row level security;
alter table device_term force row level security;
create policy tenant on device_term using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create constraint trigger device_term_names after update on device_term deferrable initially deferred
  for each row when (old.standard_name is distinct from new.standard_name) execute function bump_names();
create constraint trigger device_term_names_gone after delete on device_term deferrable initially deferred for each row execute function bump_names();
create trigger device_term_live_insert after insert on device_term referencing new table as n for each statement execute function live_change('deviceTerm', '');
create trigger device_term_live_update after update on device_term referencing new table as n old table as o for each statement execute function live_change('deviceTerm', '');
create trigger device_term_live_delete after delete on device_term referencing old table as o for each statement execute function live_change('deviceTerm', '');

create table name_proposal (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  input_name text not null,
  device_id uuid,
  standard_name text,
  classify_id uuid,
  risk_level text,
  useful_life_months integer,
  measure_type text,
  score numeric(16,3),
  matched_with text,
  alternatives jsonb,
  provider text,
  proposal_status text not null,
  search text generated always as (lower(coalesce(input_name, '') || '|' || coalesce(standard_name, ''))) stored,
  primary key (tenant_id, id)
);
alter table name_proposal add constraint name_proposal_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
alter table name_proposal add constraint name_proposal_classify_id_fk foreign key (tenant_id, classify_id) references device_class (tenant_id, id);
create index name_proposal_classify_id on name_proposal (tenant_id, classify_id);
create index name_proposal_grams on name_proposal using gin (tenant_id, gramsx(search));
create index name_proposal_newest on name_proposal (tenant_id, created_at desc, id desc);
alter table name_proposal enable row level security;
alter table name_proposal force row level security;
create policy tenant on name_proposal using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create trigger name_proposal_live_insert after insert on name_proposal referencing new table as n for each statement execute function live_change('nameProposal', '');
create trigger name_proposal_live_update after update on name_proposal referencing new table as n old table as o for each statement execute function live_change('nameProposal', '');
create trigger name_proposal_live_delete after delete on name_proposal referencing old table as o for each statement execute function live_change('nameProposal', '');

create index name_proposal_decided on name_proposal (tenant_id, updated_at desc) where proposal_status <> 'pending';
create index name_proposal_device_id on name_proposal (tenant_id, device_id);

-- Stock of a part: what is kept for a purpose, its minimum and its expiry.
alter table device_part add column reserved integer, add column minimum integer, add column expires_on date;
alter table device_part add column stock_status text generated always as (case when quantity - coalesce(reserved, 0) < minimum then 'low' else 'enough' end) stored;
-- The last word on what many people reserve at once.
alter table device_part add constraint device_part_reserved_in_stock check (coalesce(reserved, 0) between 0 and quantity);
create index device_part_low on device_part (tenant_id) where stock_status = 'low' and not is_deleted;

create table part_reservation (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  purpose text not null,
  part_id uuid not null,
  quantity integer not null,
  device_id uuid,
  needed_on date,
  remark text,
  reservation_status text not null,
  search text generated always as (lower(coalesce(purpose, ''))) stored,
  primary key (tenant_id, id)
);
alter table part_reservation add constraint part_reservation_part_id_fk foreign key (tenant_id, part_id) references device_part (tenant_id, id);
create index part_reservation_part_id on part_reservation (tenant_id, part_id);
alter table part_reservation add constraint part_reservation_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index part_reservation_device_id on part_reservation (tenant_id, device_id);
alter table part_reservation enable row level security;
alter table part_reservation force row level security;
create policy tenant on part_reservation using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create constraint trigger part_reservation_names after update on part_reservation deferrable initially deferred
  for each row when (old.purpose is distinct from new.purpose) execute function bump_names();
create constraint trigger part_reservation_names_gone after delete on part_reservation deferrable initially deferred for each row execute function bump_names();
create trigger part_reservation_live_insert after insert on part_reservation referencing new table as n for each statement execute function live_change('partReservation', '');
create trigger part_reservation_live_update after update on part_reservation referencing new table as n old table as o for each statement execute function live_change('partReservation', '');
create trigger part_reservation_live_delete after delete on part_reservation referencing old table as o for each statement execute function live_change('partReservation', '');

