-- A metrology record may come from an application.
alter table measure_record add column apply_id uuid;
alter table measure_record add constraint measure_record_apply_id_fk foreign key (tenant_id, apply_id) references device_apply (tenant_id, id);
create index measure_record_apply_id on measure_record (tenant_id, apply_id);

-- What is due for a device waits while it is missing, and ends with its disposal or removal.
alter table measure_card add column pause text;
alter table quality_card add column pause text;
alter table statutory_card add column pause text;

create function device_pause(of_tenant text, of_device uuid) returns text language sql stable as $$
  select case when d.is_deleted then 'removed' when d.eam_status in ('missing', 'disposed') then d.eam_status end
    from public.device d where d.tenant_id = of_tenant and d.id = of_device
$$;

create function card_pause() returns trigger language plpgsql as $$ begin new.pause := public.device_pause(new.tenant_id, new.device_id); return new; end $$;
create trigger measure_card_pause before insert or update on measure_card for each row execute function card_pause();
create trigger quality_card_pause before insert or update on quality_card for each row execute function card_pause();
create trigger statutory_card_pause before insert or update on statutory_card for each row execute function card_pause();

create function device_cards_pause() returns trigger language plpgsql as $$ begin
  update public.measure_card set device_id = device_id where tenant_id = new.tenant_id and device_id = new.id;
  update public.quality_card set device_id = device_id where tenant_id = new.tenant_id and device_id = new.id;
  update public.statutory_card set device_id = device_id where tenant_id = new.tenant_id and device_id = new.id;
  return null;
end $$;
create trigger device_cards_pause after update on device for each row
  when (old.is_deleted is distinct from new.is_deleted or (old.eam_status is distinct from new.eam_status
    and (old.eam_status in ('missing', 'disposed') or new.eam_status in ('missing', 'disposed'))))
  execute function device_cards_pause();

do $$ declare
  one record;
  before text := current_setting('app.tenant', true);
begin
  for one in select id from tenant order by id loop
    perform set_config('app.tenant', one.id, true);
    -- What was due for a disposed device is due no more.
    update maintain_card c set next_due = null where c.tenant_id = one.id and c.pause = 'disposed';
    update measure_card c set device_id = device_id where c.tenant_id = one.id and device_pause(c.tenant_id, c.device_id) is not null;
    update quality_card c set device_id = device_id where c.tenant_id = one.id and device_pause(c.tenant_id, c.device_id) is not null;
    update statutory_card c set device_id = device_id where c.tenant_id = one.id and device_pause(c.tenant_id, c.device_id) is not null;
  end loop;
  perform set_config('app.tenant', coalesce(before, ''), true);
end $$;

-- A department's week in figures, once for a week.
create table notice_report (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  report_title text,
  dept_id uuid,
  week_start date,
  week_end date,
  device_count integer,
  repair_count integer,
  maintain_count integer,
  maintain_done integer,
  inspection_count integer,
  inspection_done integer,
  metrology_count integer,
  control_count integer,
  search text generated always as (search_form(coalesce(report_title, ''))) stored,
  primary key (tenant_id, id)
);
alter table notice_report add constraint notice_report_dept_id_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id);
create index notice_report_dept_id on notice_report (tenant_id, dept_id);
create unique index notice_report_once on notice_report (tenant_id, dept_id, week_start);
select enable_tenant_table('notice_report', 'noticeReport', 'dept_id, created_by');

-- Requests to use sealed devices again.
create table device_card_active (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  active_title text not null,
  active_status text not null,
  device_id uuid not null,
  reason text not null,
  decided_by_id uuid,
  decision text,
  search text generated always as (search_form(coalesce(active_title, ''))) stored,
  primary key (tenant_id, id)
);
alter table device_card_active add constraint device_card_active_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index device_card_active_device_id on device_card_active (tenant_id, device_id);
alter table device_card_active add constraint device_card_active_decided_by_id_fk foreign key (tenant_id, decided_by_id) references app_user (tenant_id, id);
create index device_card_active_decided_by_id on device_card_active (tenant_id, decided_by_id);
select enable_tenant_table('device_card_active', 'deviceCardActive', '', 'active_title');
create function device_card_active_active_title() returns trigger language plpgsql as $$ begin new.active_title := left(concat_ws(' ', (select l.device_name from public.device l where l.tenant_id = new.tenant_id and l.id = new.device_id)), 140); return new; end $$;
create trigger device_card_active_active_title before insert or update on device_card_active for each row execute function device_card_active_active_title();
create function device_card_active_active_title_by_device_id() returns trigger language plpgsql as $$ begin update public.device_card_active set device_id = device_id where tenant_id = new.tenant_id and device_id = new.id; return null; end $$;
create trigger device_card_active_active_title_by_device_id after update on device for each row when (old.device_name is distinct from new.device_name) execute function device_card_active_active_title_by_device_id();

