-- Risk scores of classes and devices, the bands of a hospital, and what they propose for plans.
create table risk_score (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  score_title text not null,
  score_subject text not null,
  classify_id uuid,
  device_id uuid,
  function_points integer not null,
  risk_points integer not null,
  maintenance_points integer not null,
  manual_cycle integer,
  manual_cycle_unit text,
  remark text,
  search text generated always as (search_form(coalesce(score_title, '')) || pinyin_form(coalesce(score_title, ''))) stored,
  primary key (tenant_id, id)
);
alter table risk_score add constraint risk_score_classify_id_fk foreign key (tenant_id, classify_id) references device_class (tenant_id, id);
create index risk_score_classify_id on risk_score (tenant_id, classify_id);
alter table risk_score add constraint risk_score_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index risk_score_device_id on risk_score (tenant_id, device_id);
create unique index risk_score_class_once on risk_score (tenant_id, classify_id) where not is_deleted and classify_id is not null;
create unique index risk_score_device_once on risk_score (tenant_id, device_id) where not is_deleted and device_id is not null;
alter table risk_score add constraint risk_score_one_subject check ((classify_id is null) <> (device_id is null));
select enable_tenant_table('risk_score', 'riskScore', '', 'score_title');
create function risk_score_score_title() returns trigger language plpgsql as $$ begin new.score_title := left(concat_ws(' ', (select l.class_name from public.device_class l where l.tenant_id = new.tenant_id and l.id = new.classify_id), (select concat_ws(' ', l.device_name, l.device_code) from public.device l where l.tenant_id = new.tenant_id and l.id = new.device_id)), 240); return new; end $$;
create trigger risk_score_score_title before insert or update on risk_score for each row execute function risk_score_score_title();
create function risk_score_score_title_by_classify_id() returns trigger language plpgsql as $$ begin update public.risk_score set classify_id = classify_id where tenant_id = new.tenant_id and classify_id = new.id; return null; end $$;
create trigger risk_score_score_title_by_classify_id after update on device_class for each row when (old.class_name is distinct from new.class_name) execute function risk_score_score_title_by_classify_id();
create function risk_score_score_title_by_device_id() returns trigger language plpgsql as $$ begin update public.risk_score set device_id = device_id where tenant_id = new.tenant_id and device_id = new.id; return null; end $$;
create trigger risk_score_score_title_by_device_id after update on device for each row when (old.device_name is distinct from new.device_name or old.device_code is distinct from new.device_code) execute function risk_score_score_title_by_device_id();

create table risk_scheme (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  scheme_name text not null,
  band_count integer,
  is_inactive smallint,
  remark text,
  search text generated always as (search_form(coalesce(scheme_name, '')) || pinyin_form(coalesce(scheme_name, ''))) stored,
  primary key (tenant_id, id)
);
create unique index risk_scheme_scheme_name_once on risk_scheme (tenant_id, scheme_name) where not is_deleted;
create unique index risk_scheme_one_in_use on risk_scheme (tenant_id) where not is_deleted and coalesce(is_inactive, 0) = 0;
select enable_tenant_table('risk_scheme', 'riskScheme', '', 'scheme_name');

create table risk_band (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  scheme_id uuid not null,
  place integer not null,
  from_points integer not null,
  plan_cycle integer,
  plan_cycle_unit text,
  primary key (tenant_id, id)
);
alter table risk_band add constraint risk_band_scheme_id_fk foreign key (tenant_id, scheme_id) references risk_scheme (tenant_id, id);
create index risk_band_scheme_id on risk_band (tenant_id, scheme_id);
select enable_tenant_table('risk_band', 'riskBand', '');

create table risk_proposal (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  proposal_title text not null,
  device_id uuid not null,
  classify_id uuid,
  proposal_state text not null,
  proposal_kind text not null,
  present_cycle integer,
  present_cycle_unit text,
  proposed_cycle integer,
  proposed_cycle_unit text,
  interval_from text not null,
  points integer not null,
  points_text text,
  function_points integer not null,
  risk_points integer not null,
  maintenance_points integer not null,
  incident_points integer not null,
  failures integer not null,
  adverse_events integer not null,
  plan_id uuid,
  reason text,
  search text generated always as (search_form(coalesce(proposal_title, '')) || pinyin_form(coalesce(proposal_title, ''))) stored,
  primary key (tenant_id, id)
);
alter table risk_proposal add constraint risk_proposal_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index risk_proposal_device_id on risk_proposal (tenant_id, device_id);
alter table risk_proposal add constraint risk_proposal_classify_id_fk foreign key (tenant_id, classify_id) references device_class (tenant_id, id);
create index risk_proposal_classify_id on risk_proposal (tenant_id, classify_id);
alter table risk_proposal add constraint risk_proposal_plan_id_fk foreign key (tenant_id, plan_id) references device_plan (tenant_id, id);
create index risk_proposal_plan_id on risk_proposal (tenant_id, plan_id);
create index risk_proposal_grams on risk_proposal using gin (tenant_id, gramsx(search));
create index risk_proposal_newest on risk_proposal (tenant_id, created_at desc, id desc) where not is_deleted;
create unique index risk_proposal_one_open on risk_proposal (tenant_id, device_id) where proposal_state = 'open' and not is_deleted;
create index risk_proposal_points on risk_proposal (tenant_id, points desc, id desc) where not is_deleted;
select enable_tenant_table('risk_proposal', 'riskProposal', '');
create function risk_proposal_proposal_title() returns trigger language plpgsql as $$ begin new.proposal_title := left(concat_ws(' ', (select l.device_name from public.device l where l.tenant_id = new.tenant_id and l.id = new.device_id)), 140); return new; end $$;
create trigger risk_proposal_proposal_title before insert or update on risk_proposal for each row execute function risk_proposal_proposal_title();
create function risk_proposal_proposal_title_by_device_id() returns trigger language plpgsql as $$ begin update public.risk_proposal set device_id = device_id where tenant_id = new.tenant_id and device_id = new.id; return null; end $$;
create trigger risk_proposal_proposal_title_by_device_id after update on device for each row when (old.device_name is distinct from new.device_name) execute function risk_proposal_proposal_title_by_device_id();

-- Counters of devices, their readings, and plans that are due by them.
create table device_meter (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  meter_title text not null,
  device_id uuid not null,
  meter_kind text not null,
  reading numeric(16,2) not null,
  total numeric(16,2) not null,
  read_on date not null,
  per_day numeric(16,2),
  source text not null,
  search text generated always as (search_form(coalesce(meter_title, '')) || pinyin_form(coalesce(meter_title, ''))) stored,
  primary key (tenant_id, id)
);
alter table device_meter add constraint device_meter_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index device_meter_device_id on device_meter (tenant_id, device_id);
create unique index device_meter_once on device_meter (tenant_id, device_id, meter_kind);
select enable_tenant_table('device_meter', 'deviceMeter', '');
create function device_meter_meter_title() returns trigger language plpgsql as $$ begin new.meter_title := left(concat_ws(' ', (select l.device_name from public.device l where l.tenant_id = new.tenant_id and l.id = new.device_id)), 140); return new; end $$;
create trigger device_meter_meter_title before insert or update on device_meter for each row execute function device_meter_meter_title();
create function device_meter_meter_title_by_device_id() returns trigger language plpgsql as $$ begin update public.device_meter set device_id = device_id where tenant_id = new.tenant_id and device_id = new.id; return null; end $$;
create trigger device_meter_meter_title_by_device_id after update on device for each row when (old.device_name is distinct from new.device_name) execute function device_meter_meter_title_by_device_id();

create table meter_reading (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  reading_title text not null,
  device_id uuid not null,
  meter_kind text not null,
  read_on date not null,
  reading numeric(16,2) not null,
  is_replaced smallint,
  reason text,
  total numeric(16,2),
  source text not null,
  remark text,
  search text generated always as (search_form(coalesce(reading_title, '')) || pinyin_form(coalesce(reading_title, ''))) stored,
  primary key (tenant_id, id)
);
alter table meter_reading add constraint meter_reading_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index meter_reading_device_id on meter_reading (tenant_id, device_id, meter_kind, read_on desc, id desc);
select enable_tenant_table('meter_reading', 'meterReading', '', 'reading_title');
create function meter_reading_reading_title() returns trigger language plpgsql as $$ begin new.reading_title := left(concat_ws(' ', (select l.device_name from public.device l where l.tenant_id = new.tenant_id and l.id = new.device_id)), 140); return new; end $$;
create trigger meter_reading_reading_title before insert or update on meter_reading for each row execute function meter_reading_reading_title();
create function meter_reading_reading_title_by_device_id() returns trigger language plpgsql as $$ begin update public.meter_reading set device_id = device_id where tenant_id = new.tenant_id and device_id = new.id; return null; end $$;
create trigger meter_reading_reading_title_by_device_id after update on device for each row when (old.device_name is distinct from new.device_name) execute function meter_reading_reading_title_by_device_id();

alter table device_plan add column plan_basis text not null default 'date', add column meter_kind text, add column meter_every integer, add column meter_lead integer;
alter table maintain_card add column meter_due numeric(16,2), add column expected_on date, add column meter_from numeric(16,2);
