-- Verification and calibration keep a result each; compulsory devices that were never verified; who confirmed their list.
alter table measure_card
  add column verification_label text, add column verification_result text, add column verification_on date, add column verification_no text, add column verification_until date,
  add column calibration_label text, add column calibration_result text, add column calibration_on date, add column calibration_no text, add column calibration_until date,
  add column unverified_since date;

create table measure_opening (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  confirmed_at timestamp with time zone not null,
  confirmed_by_id uuid not null,
  device_count integer not null,
  primary key (tenant_id, id)
);
alter table measure_opening add constraint measure_opening_confirmed_by_id_fk foreign key (tenant_id, confirmed_by_id) references app_user (tenant_id, id);
create index measure_opening_confirmed_by_id on measure_opening (tenant_id, confirmed_by_id);
select fence_table('measure_opening', 'measureOpening', '');

-- A hospital confirms once.
create unique index measure_opening_once on measure_opening (tenant_id);

do $$ declare
  one record;
  before text := current_setting('app.tenant', true);
  today date := (now() at time zone 'Asia/Shanghai')::date;
begin
  for one in select id from tenant order by id loop
    perform set_config('app.tenant', one.id, true);
    -- The newest record of each kind; an overdue compulsory one is stopped.
    update measure_card c set verification_label = l.label, verification_result = l.result, verification_on = l.measured_on, verification_no = l.certificate_no, verification_until = l.valid_until
      from (select distinct on (r.device_id) r.device_id, r.result, r.measured_on, r.certificate_no, r.valid_until,
          case when r.result = 'failed' then 'stopped' when r.result = 'limited' then 'limited' else 'qualified' end as label
        from measure_record r where r.tenant_id = one.id and r.record_status = 'done' and r.measure_kind = 'verification' and not r.is_deleted
        order by r.device_id, r.measured_on desc, r.updated_at desc) l
      where c.tenant_id = one.id and c.device_id = l.device_id and not c.is_deleted;
    update measure_card c set calibration_label = l.label, calibration_result = l.result, calibration_on = l.measured_on, calibration_no = l.certificate_no, calibration_until = l.valid_until
      from (select distinct on (r.device_id) r.device_id, r.result, r.measured_on, r.certificate_no, r.valid_until,
          case when r.result = 'failed' then 'stopped' when r.result = 'limited' then 'limited' else 'qualified' end as label
        from measure_record r where r.tenant_id = one.id and r.record_status = 'done' and r.measure_kind = 'calibration' and not r.is_deleted
        order by r.device_id, r.measured_on desc, r.updated_at desc) l
      where c.tenant_id = one.id and c.device_id = l.device_id and not c.is_deleted;
    update measure_card c set verification_label = 'stopped' where c.tenant_id = one.id and c.measure_type = 'mandatory'
      and c.measure_kind is distinct from 'calibration' and c.verification_until < today;
    update measure_card c set calibration_label = 'stopped' where c.tenant_id = one.id and c.measure_type = 'mandatory'
      and c.measure_kind = 'calibration' and c.calibration_until < today;
    update measure_card c set
        label_state = case when 'stopped' in (c.verification_label, c.calibration_label) then 'stopped'
          when 'limited' in (c.verification_label, c.calibration_label) then 'limited' else 'qualified' end,
        valid_until = case when c.measure_type is distinct from 'mandatory' then least(c.verification_until, c.calibration_until)
          when c.measure_kind = 'calibration' then c.calibration_until else c.verification_until end
      where c.tenant_id = one.id and coalesce(c.verification_label, c.calibration_label) is not null;
    update measure_card c set unverified_since = today - 1 where c.tenant_id = one.id and c.measure_type = 'mandatory' and c.valid_until is null
      and case when c.measure_kind = 'calibration' then c.calibration_label else c.verification_label end is null;
  end loop;
  perform set_config('app.tenant', coalesce(before, ''), true);
end $$;

-- The day by which the next result is due: the first end of validity, or that of a compulsory device that was never verified.
alter table measure_card add column due_date date generated always as
  (case when unverified_since is not null and valid_until is null then unverified_since else least(valid_until, verification_until, calibration_until) end) stored;
create index measure_card_due_date on measure_card (tenant_id, due_date) where not is_deleted;
